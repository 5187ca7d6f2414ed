// The page of a heap: takes what the server sends, and shows it.
import { bytes, count, nanos } from './amounts.js';
import { BlockMap } from './blockmap.js';
import { MemoryChart } from './memory.js';
import { Holds, Shapes, Threads } from './tables.js';
import { TimeLine } from './timeline.js';

const SILENCE_MILLIS = 8000;
const GIVE_UP_AFTER = 3;

const map = new BlockMap();
const memory = new MemoryChart();
const time = new TimeLine();
const holds = new Holds();
const threads = new Threads();
const shapes = new Shapes();
const statusLine = document.getElementById('status');
const told = document.getElementById('told');
const buttons = [...document.querySelectorAll('[data-do]')];

let before = null;
let heard = Date.now();
let failures = 0;
let isOver = false;
let dropped = 0;

function setStatus(state, text) {
  statusLine.dataset.state = state;
  statusLine.textContent = text;
}

function figure(name, text) {
  document.getElementById('f-' + name).textContent = text;
}

function take(frame) {
  memory.add(frame);
  time.add(frame);
  threads.update(frame);
  map.update(frame.map);
}

function show(frame) {
  const { memory: m, counts } = frame;
  const seconds = before ? (frame.now - before.now) / 1e9 : 0;
  const rate = seconds > 0 ? (counts.bytesAllocated - before.counts.bytesAllocated) / seconds : 0;
  before = frame;
  figure('used', bytes(m.used));
  figure('live', bytes(m.live));
  figure('committed', bytes(m.committed - m.discarded));
  figure('maximum', bytes(m.maximum));
  figure('rate', bytes(Math.max(0, rate)) + '/s');
  figure('cycles', `${count(counts.cycles)}, ${count(counts.young)}`);
  figure('hold', nanos(frame.actions.maximum));
  figure('stalls', count(counts.stalls));
  holds.update(frame.actions);
  memory.draw();
  time.draw();
  setStatus('live', dropped === 0 ? 'Live' : `Live; ${count(dropped)} updates were left out, this browser is slow`);
}

function over(state, text) {
  isOver = true;
  events.close();
  setStatus(state, text);
  buttons.forEach(button => { button.disabled = true; });
}

const events = new EventSource('events');

function on(type, action) {
  events.addEventListener(type, event => {
    heard = Date.now();
    failures = 0;
    action(JSON.parse(event.data));
  });
}

on('title', ({ title }) => {
  document.getElementById('title').textContent = title;
  document.title = 'Coex: ' + title;
});
on('frames', frames => {
  const news = before ? frames.filter(frame => frame.now > before.now) : frames; // the connection may have broken
  news.forEach(take);
  if (news.length > 0) show(news.at(-1));
});
on('frame', frame => {
  take(frame);
  show(frame);
});
on('shapes', counted => shapes.update(counted));
on('dropped', n => { dropped += n; });
on('ended', ({ reason }) => over('ended', reason + ' What you see is how it was.'));

events.addEventListener('error', () => {
  if (isOver) return;
  failures++;
  if (events.readyState === EventSource.CLOSED || failures >= GIVE_UP_AFTER) {
    over('lost', 'The program has ended, or cannot be reached any more. What you see is how it was.');
  } else {
    setStatus('waiting', 'Connection lost; trying again …');
  }
});

setInterval(() => {
  if (!isOver && failures === 0 && Date.now() - heard > SILENCE_MILLIS) {
    setStatus('waiting', `No answer for ${Math.round((Date.now() - heard) / 1000)} s; the program may be stopped.`);
  }
}, 1000);

for (const button of buttons) {
  button.addEventListener('click', async () => {
    buttons.forEach(each => { each.disabled = true; });
    told.hidden = false;
    told.dataset.bad = 'false';
    told.textContent = button.textContent + ' …';
    try {
      const response = await fetch(button.dataset.do, { method: 'POST' });
      if (!response.ok) throw new Error((await response.text()).trim());
      told.textContent = (await response.json()).told;
    } catch (problem) {
      told.dataset.bad = 'true';
      told.textContent = problem.message;
    } finally {
      buttons.forEach(each => { each.disabled = isOver; });
    }
  });
}

function drawAll() {
  map.draw();
  time.draw();
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  drawAll();
  memory.make();
});
let width = 0;
new ResizeObserver(([entry]) => {
  if (entry.contentRect.width !== width) { // drawing changes the height
    width = entry.contentRect.width;
    drawAll();
  }
}).observe(document.querySelector('main'));
