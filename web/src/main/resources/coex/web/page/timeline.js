// The time line: cycles with their phases, and a lane for each thread.
import { bytes, colour, count, legend, nanos, sized } from './amounts.js';

const PHASES = {
  PREPARE: '#7a8794', BARRIER_ON: '#b58900', SETTLE: '#cb7c16', SNAPSHOT: '#d6336c', MARK: '#2f7ed8',
  FLUSH: '#6c71c4', WEAK: '#8a5cc7', RETIRE: '#178a7a', BARRIER_OFF: '#a07400', SWEEP: '#3c9a3c',
  MOVE: '#c2410c', FINISH: '#7a8794',
};
const STALL = '#d63030';
const LATE = '#8aa800';
const RESIZED = '#e04ae0';
const MOST_ITEMS = 20000;
const LANES = 24;             // at once; buttons lead to the others
const LANE = 22;
const TOP = 20;
const SHORTEST = 1000;       // one microsecond
const FOLLOWED = 10e9;

export class TimeLine {
  constructor() {
    this.canvas = document.getElementById('time');
    this.tip = document.getElementById('time-tip');
    this.range = document.getElementById('time-range');
    this.cycles = [];        // { cycle, kind, cause, start, end, told }
    this.phases = [];        // { cycle, phase, start, end }
    this.handshakes = [];    // { cycle, phase, start, end, mutators, resting, answers }
    this.stalls = [];        // { thread, start, end, bytes }
    this.lates = [];         // { thread, start, end, cycle, phase, where }
    this.resizes = [];       // { start, end, region, from, to }, both times the same
    this.gaps = [];          // { start, end, count }, of which events are missing; null if nobody counted
    this.attached = [];
    this.last = null;        // the number of the last event
    this.firstLane = 0;
    this.now = 0;
    this.span = FOLLOWED;
    this.end = 0;
    this.following = true;
    this.drag = null;
    for (const button of document.querySelectorAll('[data-zoom]')) {
      button.addEventListener('click', () => this.command(button.dataset.zoom));
    }
    this.canvas.addEventListener('wheel', wheel => this.wheeled(wheel), { passive: false });
    this.canvas.addEventListener('pointerdown', down => {
      this.drag = { x: down.offsetX, end: this.end };
      this.canvas.setPointerCapture(down.pointerId);
    });
    this.canvas.addEventListener('pointermove', move => this.moved(move));
    this.canvas.addEventListener('pointerup', () => { this.drag = null; });
    this.canvas.addEventListener('pointercancel', () => { this.drag = null; });
    this.canvas.addEventListener('keydown', key => this.typed(key));
    legend(document.getElementById('time-legend'), [
      ...Object.entries(PHASES).filter(([phase]) => phase !== 'FINISH')
        .map(([phase, paint]) => [paint, phase.toLowerCase().replace('_', ' ')]),
      [STALL, 'waited for room, or rested near the limit'],
      [LATE, 'kept the collector waiting'],
      [RESIZED, 'memory grew or shrank'],
      ['gap', 'not known'],
    ]);
  }

  add(frame) {
    this.findGap(frame);
    this.now = frame.now;
    this.attached = frame.threads.map(thread => thread.name);
    for (const event of frame.events) this.take(event);
    for (const list of [this.cycles, this.phases, this.handshakes, this.stalls, this.lates, this.resizes, this.gaps]) {
      if (list.length > MOST_ITEMS) list.splice(0, list.length - MOST_ITEMS);
    }
  }

  /** Events have numbers. Those between two frames that did not come were overwritten, or the frame was left out. */
  findGap(frame) {
    const end = frame.events.length > 0 ? frame.events[0].t : frame.now;
    if (this.last === null) {
      this.gaps.push({ start: -Infinity, end: frame.lost > 0 ? end : 0, count: null }); // before somebody looked
    } else {
      const missing = frame.last - this.last - frame.events.length;
      if (missing > 0) this.gaps.push({ start: this.now, end, count: missing });
    }
    this.last = frame.last;
  }

  take(event) {
    switch (event.e) {
      case 'began':
        this.cycles.push({ cycle: event.cycle, kind: event.kind, cause: event.cause, start: event.t, end: null, told: null });
        break;
      case 'ended': {
        const cycle = this.cycles.findLast(each => each.cycle === event.cycle);
        if (cycle) {
          cycle.end = event.t;
          cycle.told = event;
        }
        break;
      }
      case 'phase':
        this.phases.push({ cycle: event.cycle, phase: event.phase, start: event.t - event.nanos, end: event.t });
        break;
      case 'handshake':
        this.handshakes.push({ ...event, start: event.t - event.nanos, end: event.t });
        break;
      case 'stall':
        this.stalls.push({ thread: event.thread, start: event.t - event.nanos, end: event.t, bytes: event.bytes });
        break;
      case 'late':
        this.lates.push({ ...event, start: event.t - event.nanos, end: event.t });
        break;
      case 'resized':
        this.resizes.push({ ...event, start: event.t, end: event.t });
        break;
    }
  }

  // Moving about

  command(what) {
    const middle = this.end - this.span / 2;
    if (what === 'in') this.zoom(0.5, middle);
    if (what === 'out') this.zoom(2, middle);
    if (what === 'left') this.pan(-this.span / 4);
    if (what === 'right') this.pan(this.span / 4);
    if (what === 'follow') this.follow(!this.following);
    if (what === 'up') this.firstLane -= LANES;
    if (what === 'down') this.firstLane += LANES;
    if (what === 'cycle') {
      const last = this.cycles.findLast(cycle => cycle.end !== null);
      if (last) {
        const length = Math.max(last.end - last.start, SHORTEST);
        this.follow(false);
        this.span = length * 1.1;
        this.end = last.end + length * 0.05;
      }
    }
    this.draw();
  }

  follow(on) {
    this.following = on;
    document.querySelector('[data-zoom="follow"]').setAttribute('aria-pressed', String(on));
  }

  zoom(factor, at) {
    const span = Math.min(Math.max(this.span * factor, SHORTEST), 3600e9);
    if (!this.following) this.end = at + (this.end - at) * span / this.span;
    this.span = span;
  }

  pan(by) {
    this.follow(false);
    this.end += by;
  }

  wheeled(wheel) {
    if (!wheel.ctrlKey) return;
    wheel.preventDefault();
    this.follow(false);
    this.zoom(wheel.deltaY > 0 ? 1.25 : 0.8, this.timeAt(wheel.offsetX));
    this.draw();
  }

  typed(key) {
    const command = { '+': 'in', '-': 'out', ArrowLeft: 'left', ArrowRight: 'right' }[key.key];
    if (command) {
      key.preventDefault();
      this.command(command);
    }
  }

  moved(move) {
    if (this.drag) {
      this.follow(false);
      this.end = this.drag.end - (move.offsetX - this.drag.x) * this.span / this.plotWidth();
      this.draw();
    } else {
      this.tip.textContent = this.textAt(move.offsetX, move.offsetY) || '\u00a0';
    }
  }

  label() {
    return this.canvas.clientWidth < 600 ? 84 : 150;
  }

  plotWidth() {
    return Math.max(1, this.canvas.clientWidth - this.label());
  }

  timeAt(x) {
    return this.end - this.span + (x - this.label()) * this.span / this.plotWidth();
  }

  xAt(time) {
    return this.label() + (time - (this.end - this.span)) * this.plotWidth() / this.span;
  }

  // Drawing

  /** The lanes in view, in an order that stays. Threads of one name share a lane, since events know names. */
  lanes() {
    const names = new Set(this.attached);
    const start = this.end - this.span;
    for (const shake of this.inView(this.handshakes, start)) {
      for (const [thread] of shake.answers) names.add(thread);
    }
    for (const stall of this.inView(this.stalls, start)) names.add(stall.thread);
    for (const late of this.inView(this.lates, start)) names.add(late.thread);
    return [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  /** What to call a lane: with how many threads that are there now share it. */
  laneLabel(name) {
    const sharing = this.attached.filter(each => each === name).length;
    return sharing > 1 ? `${sharing} × ${name}` : name;
  }

  inView(items, start) {
    return items.filter(item => (item.end ?? this.now) >= start && item.start <= this.end);
  }

  draw() {
    if (this.following) this.end = this.now;
    const all = this.lanes();
    this.firstLane = Math.max(0, Math.min(this.firstLane, Math.floor((all.length - 1) / LANES) * LANES));
    const lanes = all.slice(this.firstLane, this.firstLane + LANES);
    const { g, width, height } = sized(this.canvas, TOP + LANE * (1 + Math.max(1, lanes.length)) + 4);
    const start = this.end - this.span;
    this.shownLanes = lanes;
    g.font = '12px system-ui, sans-serif';
    this.drawGrid(g, width, height);
    this.drawLabels(g, ['cycles', ...lanes.map(name => this.laneLabel(name))]);
    g.save();
    g.beginPath();
    g.rect(this.label(), 0, width - this.label(), height);
    g.clip();
    const gaps = this.inView(this.gaps, start);
    for (const gap of gaps) this.drawGap(g, gap, height);
    const cycles = this.inView(this.cycles, start);
    for (const cycle of cycles) {
      this.bar(g, 0, cycle.start, cycle.end ?? this.now, colour('empty'), LANE - 4);
    }
    for (const phase of this.inView(this.phases, start)) {
      this.bar(g, 0, phase.start, phase.end, PHASES[phase.phase] ?? '#888', LANE - 8);
    }
    const index = new Map(lanes.map((name, i) => [name, i + 1]));
    const handshakes = this.inView(this.handshakes, start);
    for (const shake of handshakes) this.drawHandshake(g, shake, index);
    for (const stall of this.inView(this.stalls, start)) {
      if (index.has(stall.thread)) this.bar(g, index.get(stall.thread), stall.start, stall.end, STALL, 6);
    }
    for (const late of this.inView(this.lates, start)) {
      if (index.has(late.thread)) this.bar(g, index.get(late.thread), late.start, late.end, LATE, 3);
    }
    for (const resized of this.inView(this.resizes, start)) {
      g.fillStyle = RESIZED;
      g.fillRect(this.xAt(resized.end) - 1, TOP, 2, LANE - 2);
    }
    g.restore();
    this.range.textContent = `${nanos(this.span)} shown, ${count(cycles.length)} ${cycles.length === 1 ? 'cycle' : 'cycles'}`
      + (all.length > lanes.length ? `; threads ${this.firstLane + 1} to ${this.firstLane + lanes.length} of ${count(all.length)}` : '');
    const [up, down] = ['up', 'down'].map(which => document.querySelector(`[data-zoom="${which}"]`));
    up.hidden = down.hidden = all.length <= LANES;
    up.disabled = this.firstLane === 0;
    down.disabled = this.firstLane + LANES >= all.length;
    this.canvas.setAttribute('aria-label',
      `Time line of ${nanos(this.span)}: ${count(cycles.length)} cycles, ${count(handshakes.length)} handshakes, ${count(lanes.length)} threads`);
  }

  drawGrid(g, width, height) {
    const raw = this.span / Math.max(2, this.plotWidth() / 110);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= raw);
    const origin = this.following ? this.end : Math.round((this.end - this.span) / step) * step;
    g.fillStyle = colour('dim');
    g.strokeStyle = colour('line');
    for (let t = this.following ? origin - Math.floor(this.span / step) * step : origin; t <= this.end; t += step) {
      const x = this.xAt(t);
      if (x < this.label()) continue;
      g.beginPath();
      g.moveTo(x, TOP - 4);
      g.lineTo(x, height);
      g.stroke();
      const ago = t - (this.following ? this.end : this.end - this.span);
      const text = Math.abs(ago) < step / 2 ? (this.following ? 'now' : '0') : (ago < 0 ? '−' : '+') + nanos(Math.abs(ago));
      g.fillText(text, Math.min(x + 3, width - g.measureText(text).width - 2), 12);
    }
  }

  drawLabels(g, names) {
    g.fillStyle = colour('text');
    names.forEach((name, i) => {
      let text = name;
      while (text.length > 3 && g.measureText(text).width > this.label() - 8) text = text.slice(0, -2) + '…';
      g.fillText(text, 0, TOP + i * LANE + 15);
    });
  }

  drawGap(g, gap, height) {
    const from = Math.max(this.xAt(gap.start), this.label());
    const to = Math.min(Math.max(this.xAt(gap.end), from + 1), this.canvas.clientWidth);
    g.fillStyle = colour('gap');
    g.fillRect(from, TOP, to - from, height - TOP);
  }

  bar(g, lane, from, to, paint, high) {
    const x = this.xAt(from);
    g.fillStyle = paint;
    g.fillRect(x, TOP + lane * LANE + (LANE - high) / 2, Math.max(1, this.xAt(to) - x), high);
  }

  drawHandshake(g, shake, index) {
    const paint = PHASES[shake.phase] ?? '#888';
    const answered = new Set();
    for (const [thread, after, action] of shake.answers) {
      answered.add(thread);
      const lane = index.get(thread);
      if (lane === undefined) continue;
      this.bar(g, lane, shake.start, shake.start + after, paint, 2);
      this.bar(g, lane, shake.start + after - action, shake.start + after, paint, LANE - 8);
    }
    if (shake.answers.length + shake.resting === shake.mutators) {
      g.fillStyle = colour('dim');
      for (const thread of this.attached) {
        const lane = index.get(thread);
        if (answered.has(thread) || lane === undefined) continue;
        const to = Math.max(this.xAt(shake.end), this.xAt(shake.start) + 1);
        for (let x = Math.max(this.xAt(shake.start), this.label()); x < Math.min(to, this.canvas.clientWidth); x += 4) {
          g.fillRect(x, TOP + lane * LANE + LANE / 2, 2, 1);
        }
      }
    }
  }

  // What is under the pointer

  textAt(x, y) {
    if (x < this.label()) return '';
    return this.barTextAt(x, y) || this.gapTextAt(this.timeAt(x));
  }

  gapTextAt(time) {
    const gap = this.gaps.findLast(each => time >= each.start && time <= each.end);
    if (!gap) return '';
    return gap.count === null ? 'Nobody looked yet: what happened then is not known.'
      : `${count(gap.count)} events are missing here: what happened then is not known.`;
  }

  barTextAt(x, y) {
    const lane = Math.floor((y - TOP) / LANE);
    const near = 3 * this.span / this.plotWidth();
    const time = this.timeAt(x);
    const at = (from, to) => time >= from - near && time <= to + near;
    if (lane === 0) {
      const resized = this.resizes.findLast(each => at(each.start, each.end));
      if (resized) {
        return `${resized.region} ${resized.to > resized.from ? 'grew' : 'shrank'} from ${bytes(resized.from)} to ${bytes(resized.to)}`;
      }
      const cycle = this.cycles.findLast(each => at(each.start, each.end ?? this.now));
      const phase = this.phases.findLast(each => at(each.start, each.end));
      if (!cycle) return '';
      const told = cycle.told ? `, reclaimed ${bytes(cycle.told.reclaimed)}, moved ${count(cycle.told.moved)} objects` : '';
      return `cycle ${cycle.cycle}, ${cycle.kind.toLowerCase()}, because of ${cycle.cause.toLowerCase()}: `
        + (cycle.end === null ? 'under way' : nanos(cycle.end - cycle.start)) + told
        + (phase ? `; phase ${phase.phase.toLowerCase()} ${nanos(phase.end - phase.start)}` : '');
    }
    const thread = this.shownLanes?.[lane - 1];
    if (thread === undefined) return '';
    const stall = this.stalls.findLast(each => each.thread === thread && at(each.start, each.end));
    if (stall) return `${thread} waited ${nanos(stall.end - stall.start)} for room for ${bytes(stall.bytes)}, or rested near the limit`;
    const late = this.lates.findLast(each => each.thread === thread && at(each.start, each.end));
    if (late) return `${thread} kept ${late.phase.toLowerCase()} of cycle ${late.cycle} waiting for ${nanos(late.nanos)}, at ${late.where}`;
    const shake = this.handshakes.findLast(each => at(each.start, each.end));
    const answer = shake?.answers.find(([name]) => name === thread);
    return answer
      ? `${thread} answered ${shake.phase.toLowerCase()} of cycle ${shake.cycle} after ${nanos(answer[1])}, held for ${nanos(answer[2])}`
      : '';
  }
}
