// Holds by length, allocation by thread, the largest shapes and what keeps one alive.
import { bytes, count, element, nanos } from './amounts.js';

export class Holds {
  update(holds) {
    const place = document.getElementById('holds');
    const text = document.getElementById('holds-text');
    if (holds.count === 0) {
      text.textContent = 'No thread was held yet.';
      place.replaceChildren();
      return;
    }
    text.textContent = `How long ${count(holds.count)} answers to the collector held the threads: half of them `
      + `${nanos(holds.p50)}, 99 of 100 ${nanos(holds.p99)}, 999 of 1000 ${nanos(holds.p999)} at most; `
      + `the longest ${nanos(holds.maximum)}. The bars are logarithmic.`;
    const first = holds.buckets.findIndex(n => n > 0);
    const last = holds.buckets.findLastIndex(n => n > 0);
    const most = Math.log2(1 + Math.max(...holds.buckets));
    const rows = [];
    for (let i = first; i <= last; i++) {
      const bar = element('span', '', 'bar');
      bar.style.width = 100 * Math.log2(1 + holds.buckets[i]) / most + '%';
      const track = element('span');
      track.append(bar);
      bar.style.display = 'block';
      const isLast = i === holds.buckets.length - 1;
      const limit = nanos(holds.firstBelow * 2 ** (isLast ? i - 1 : i));
      rows.push(element('span', (isLast ? 'from ' : 'below ') + limit, 'label'), track,
        element('span', count(holds.buckets[i])));
    }
    place.replaceChildren(...rows);
  }
}

export class Threads {
  constructor() {
    this.before = new Map();
    this.at = 0;
  }

  update(frame) {
    const seconds = (frame.now - this.at) / 1e9;
    const rows = frame.threads.map(thread => ({
      thread,
      rate: this.before.has(thread.name) && seconds > 0
        ? Math.max(0, thread.bytes - this.before.get(thread.name)) / seconds : 0,
    }));
    const most = Math.max(1, ...rows.map(row => row.rate));
    rows.sort((a, b) => b.rate - a.rate || b.thread.bytes - a.thread.bytes);
    document.querySelector('#threads tbody').replaceChildren(...rows.map(({ thread, rate }) => {
      const name = element('td', thread.name);
      const meter = element('div', '', 'meter');
      meter.style.width = 100 * rate / most + '%';
      name.append(meter);
      const row = element('tr');
      row.append(name, element('td', bytes(rate), 'n'), element('td', bytes(thread.bytes), 'n'),
        element('td', nanos(thread.held), 'n'),
        element('td', thread.stalls === 0 ? '–' : `${count(thread.stalls)}, ${nanos(thread.stallNanos)}`, 'n'));
      return row;
    }));
    const parts = [];
    if (frame.otherThreads > 0) {
      parts.push(`${count(frame.otherThreads)} more threads have allocated ${bytes(frame.otherThreadsBytes)}.`);
    }
    parts.push(`Threads that have left allocated ${bytes(frame.detachedBytes)}.`);
    document.getElementById('threads-text').textContent = parts.join(' ');
    this.before = new Map(frame.threads.map(thread => [thread.name, thread.bytes]));
    this.at = frame.now;
  }
}

export class Shapes {
  constructor() {
    this.place = document.getElementById('path');
  }

  update(shapes) {
    const most = Math.max(1, ...shapes.shapes.map(shape => shape.bytes));
    const focused = document.activeElement?.dataset.shape;
    document.querySelector('#shapes tbody').replaceChildren(...shapes.shapes.map(shape => {
      const name = element('td', shape.name);
      const meter = element('div', '', 'meter');
      meter.style.width = 100 * shape.bytes / most + '%';
      name.append(meter);
      const why = element('button', 'Why alive?');
      why.title = 'The shortest way from a root to an object of this shape';
      why.type = 'button';
      why.dataset.shape = shape.name;
      why.addEventListener('click', () => this.ask(shape.name, why));
      const last = element('td', undefined, 'n');
      last.append(why);
      const row = element('tr');
      row.append(name, element('td', bytes(shape.bytes), 'n'), element('td', count(shape.objects), 'n'), last);
      return row;
    }));
    if (focused !== undefined) { // the keyboard goes on where it was
      [...document.querySelectorAll('#shapes button')].find(button => button.dataset.shape === focused)?.focus();
    }
    document.getElementById('shapes-text').textContent =
      `${count(shapes.objects)} objects with ${bytes(shapes.bytes)}`
      + (shapes.complete ? '.' : ' were counted before the time for it ran out; there are more.');
  }

  async ask(shape, button) {
    button.disabled = true;
    this.place.hidden = false;
    this.place.textContent = `Looking for what keeps ${shape} alive …`;
    try {
      const response = await fetch('path?shape=' + encodeURIComponent(shape));
      if (!response.ok) throw new Error((await response.text()).trim());
      this.show(shape, await response.json());
    } catch (problem) {
      this.place.textContent = problem.message;
    } finally {
      button.disabled = false;
    }
  }

  show(shape, path) {
    if (!path.found) {
      this.place.replaceChildren(element('p', path.complete
        ? `No root leads to an object of ${shape} at this moment (${count(path.looked)} objects looked at).`
        : `None found among the first ${count(path.looked)} objects; there are more.`));
      return;
    }
    const steps = element('ol');
    for (const step of path.steps) {
      steps.append(element('li', `${step.shape ?? 'gone'} (handle ${step.handle}, ${bytes(step.bytes)})`
        + (step.next ? ', by ' + step.next : '')));
    }
    this.place.replaceChildren(
      element('strong', `The shortest way from a root to an object of ${shape}`),
      element('p', 'Held by ' + path.root + (path.changed ? '; a reference of this chain has gone since' : '') + ':'),
      steps);
  }
}
