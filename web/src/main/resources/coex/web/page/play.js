// The page of `coex play`: an editor, what the language server says of the program, its output and its heap.
import { element, count } from './amounts.js';
import { BlockMap } from './blockmap.js';
import { MemoryChart } from './memory.js';

const PROGRAM = 'coex-play-program';
const FILE = 'untitled:program.coex';
const TYPING_MILLIS = 250;
const MOST_OUTPUT = 200000;
const FIRST = `func main()
    counts: Map<string, int> = {}
    for word in "the cat and the hat".split(" ")
        counts[word] += 1
    ~
    print(counts)
~
`;

const text = document.getElementById('text');
const gutter = document.getElementById('gutter');
const problems = document.getElementById('problems');
const output = document.getElementById('output');
const statusLine = document.getElementById('status');
const run = document.getElementById('run');
const stop = document.getElementById('stop');
const map = new BlockMap();
const memory = new MemoryChart();

let session = null;
let version = 0;
let badLines = new Set();
let typing = null;
let printed = 0;
let isReady = false;

function setStatus(state, words) {
  statusLine.dataset.state = state;
  statusLine.textContent = words;
}

async function post(path, body) {
  const response = await fetch(`${path}?session=${encodeURIComponent(session)}`, { method: 'POST', body });
  if (!response.ok) throw new Error((await response.text()).trim());
}

// The language server

let sent = Promise.resolve();

function say(message) {
  sent = sent.then(() => post('lsp', JSON.stringify({ jsonrpc: '2.0', ...message })))
    .catch(problem => { if (session !== null) setStatus('lost', problem.message); }); // it has said why otherwise
}

function heard(message) {
  if (message.id === 1 && message.result) {
    say({ method: 'initialized', params: {} });
    say({ method: 'textDocument/didOpen', params: { textDocument: { uri: FILE, languageId: 'coex', version, text: text.value } } });
    isReady = true;
  } else if (message.method === 'textDocument/publishDiagnostics') {
    showProblems(message.params.diagnostics);
  } else if (message.method && message.id !== undefined) { // it asks for something; the page has none of it
    say({ id: message.id, result: null });
  }
}

function showProblems(found) {
  badLines = new Set(found.map(problem => problem.range.start.line));
  drawGutter();
  problems.replaceChildren(...found.map(problem => {
    const button = element('button', `${problem.range.start.line + 1}: ${problem.message}`, problem.severity > 1 ? 'advice' : '');
    button.type = 'button';
    button.addEventListener('click', () => select(problem.range));
    const item = element('li');
    item.append(button);
    return item;
  }));
}

function select({ start, end }) {
  const lines = text.value.split('\n');
  const at = place => lines.slice(0, place.line).reduce((sum, line) => sum + line.length + 1, 0) + place.character;
  text.focus();
  text.setSelectionRange(at(start), Math.max(at(start) + 1, at(end)));
}

// The editor

function drawGutter() {
  const lines = text.value.split('\n').length;
  gutter.replaceChildren(...Array.from({ length: lines }, (_, i) =>
    element('span', `${i + 1}\n`, badLines.has(i) ? 'bad' : '')));
  gutter.scrollTop = text.scrollTop;
}

function changed() {
  drawGutter();
  localStorage.setItem(PROGRAM, text.value);
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (isReady) {
      version++;
      say({ method: 'textDocument/didChange', params: { textDocument: { uri: FILE, version }, contentChanges: [{ text: text.value }] } });
    }
  }, TYPING_MILLIS);
}

text.addEventListener('input', changed);
text.addEventListener('scroll', () => { gutter.scrollTop = text.scrollTop; });
text.addEventListener('keydown', key => {
  if (key.key === 'Tab' && !key.shiftKey && !key.ctrlKey && !key.altKey) {
    key.preventDefault();
    text.setRangeText('    ', text.selectionStart, text.selectionEnd, 'end');
    changed();
  } else if (key.key === 'Enter' && (key.ctrlKey || key.metaKey)) {
    key.preventDefault();
    start();
  } else if (key.key === 'Escape') { // so that the keyboard can leave the editor
    run.focus();
  }
});

// Running

function print(words, className) {
  if (printed > MOST_OUTPUT) return;
  printed += words.length;
  output.append(element('span', words, className));
  if (printed > MOST_OUTPUT) output.append(element('span', '\n… there is more, which is not shown.\n', 'err'));
  output.scrollTop = output.scrollHeight;
}

async function start() {
  if (run.disabled || !session) return;
  run.disabled = true;
  output.replaceChildren();
  printed = 0;
  setStatus('live', 'Running …');
  try {
    await post('run', text.value);
    stop.disabled = false;
  } catch (problem) {
    run.disabled = false;
    print(problem.message + '\n', 'err');
    setStatus('waiting', 'Ready');
  }
}

run.addEventListener('click', start);
stop.addEventListener('click', () => post('stop').catch(problem => print(problem.message + '\n', 'err')));

// Events

const events = new EventSource('events');

function on(type, action) {
  events.addEventListener(type, event => action(JSON.parse(event.data)));
}

on('session', id => {
  session = id;
  isReady = false;
  run.disabled = false;
  stop.disabled = true;
  setStatus('waiting', 'Ready');
  say({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
});
on('lsp', heard);
on('out', words => print(words, ''));
on('err', words => print(words, 'err'));
on('frame', frame => {
  document.getElementById('heap-text').textContent =
    `${count(frame.counts.allocations)} objects made, ${count(frame.counts.cycles)} cycles.`;
  map.update(frame.map);
  memory.add(frame);
  memory.draw();
});
on('done', ({ status, millis }) => {
  run.disabled = false;
  stop.disabled = true;
  setStatus('waiting', `Ended with exit code ${status} after ${(millis / 1000).toFixed(1)} s`);
});
on('ended', reason => {
  events.close(); // or the browser would connect again, and another page give way
  session = null;
  run.disabled = true;
  stop.disabled = true;
  setStatus('lost', reason);
});
events.addEventListener('error', () => {
  run.disabled = true;
  setStatus('lost', 'The command has ended, or cannot be reached. Your program is kept in this browser.');
});

// The beginning

const choice = document.getElementById('example');
fetch('examples').then(response => response.json()).then(names => {
  choice.append(...names.map(name => {
    const option = element('option', name);
    option.value = name;
    return option;
  }));
});
choice.addEventListener('change', async () => {
  if (choice.value === '') return;
  const response = await fetch('example?name=' + encodeURIComponent(choice.value));
  text.value = await response.json();
  changed();
});
text.value = localStorage.getItem(PROGRAM) || FIRST;
drawGutter();
new ResizeObserver(() => map.draw()).observe(document.querySelector('main'));
