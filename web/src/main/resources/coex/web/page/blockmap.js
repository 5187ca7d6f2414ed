// The map of the blocks, and the lines of one of them.
import { bytes, colour, count, legend, sized } from './amounts.js';

const USES = {
  f: ['empty', 'free'],
  d: ['discarded', 'free, given back to the system'],
  s: ['shared', 'objects'],
  m: ['mutable', 'mutable objects'],
  h: ['held', 'a thread allocates here'],
  e: ['emptying', 'being emptied by moving'],
  l: ['large', 'large objects'],
};
const MOST_HEIGHT = 280;
const LARGEST_CELL = 16;
const LINE = 7;

export class BlockMap {
  constructor() {
    this.canvas = document.getElementById('map');
    this.linesCanvas = document.getElementById('lines');
    this.linesText = document.getElementById('lines-text');
    this.block = document.getElementById('lines-block');
    this.map = null;
    this.before = null;
    this.shown = null;
    this.asking = false;
    this.columns = 1;
    this.cell = LARGEST_CELL;
    if (!this.linesCanvas) return; // a page that shows blocks only
    this.canvas.addEventListener('click', click => this.clicked(click));
    document.getElementById('lines-form').addEventListener('submit', submit => {
      submit.preventDefault();
      this.ask(Number(this.block.value));
    });
  }

  update(map) {
    this.before = this.map;
    this.map = map;
    this.draw();
    if (this.shown && !this.asking) this.askAgain(this.shown.block);
  }

  draw() {
    legend(document.getElementById('map-legend'), Object.values(USES));
    const map = this.map;
    if (!map) return;
    const cells = map.uses.length;
    const width = this.canvas.clientWidth;
    this.cell = LARGEST_CELL;
    while (this.cell > 2 && Math.ceil(cells / Math.max(1, Math.floor(width / this.cell))) * this.cell > MOST_HEIGHT) {
      this.cell--;
    }
    this.columns = Math.max(1, Math.floor(width / this.cell));
    const { g } = sized(this.canvas, Math.max(this.cell, Math.ceil(cells / this.columns) * this.cell));
    const colours = Object.fromEntries(Object.entries(USES).map(([use, [name]]) => [use, colour(name)]));
    const empty = colour('empty');
    const changed = colour('text');
    const gap = this.cell > 4 ? 1 : 0;
    const size = this.cell - gap;
    const comparable = this.before && this.before.uses.length === cells;
    const full = {};
    for (let i = 0; i < cells; i++) {
      const use = map.uses[i];
      const fill = parseInt(map.fill[i], 36) / 35;
      full[use] = (full[use] || 0) + 1;
      const x = (i % this.columns) * this.cell;
      const y = Math.floor(i / this.columns) * this.cell;
      const isFree = use === 'f' || use === 'd';
      g.fillStyle = isFree ? colours[use] : empty;
      g.fillRect(x, y, size, size);
      if (!isFree) {
        g.fillStyle = colours[use];
        const high = use === 'h' ? size : Math.max(1, Math.round(fill * size));
        g.globalAlpha = use === 'h' ? 0.85 : 0.35 + 0.65 * fill;
        g.fillRect(x, y + size - high, size, high);
        g.globalAlpha = 1;
      }
      if (comparable && size >= 6 && (this.before.uses[i] !== use || this.before.fill[i] !== map.fill[i])) {
        g.fillStyle = changed;
        g.fillRect(x + size - 2, y, 2, 2);
      }
    }
    const told = Object.keys(USES).filter(use => full[use])
      .map(use => `${count(full[use])} ${USES[use][1]}`).join(', ');
    this.canvas.setAttribute('aria-label',
      `Map of ${count(map.blocks)} blocks of ${bytes(map.blockBytes)}, in cells of ${map.blocksPerCell}: ${told}`);
    this.drawLines();
  }

  clicked(click) {
    if (!this.map) return;
    const column = Math.floor(click.offsetX / this.cell);
    const cell = Math.floor(click.offsetY / this.cell) * this.columns + column;
    if (column < this.columns && cell < this.map.uses.length) {
      this.ask(cell * this.map.blocksPerCell);
    }
  }

  ask(block) {
    this.block.value = block;
    return this.askAgain(block);
  }

  /** Leaves alone what somebody may be typing. */
  async askAgain(block) {
    this.asking = true;
    try {
      const response = await fetch('lines?block=' + encodeURIComponent(block));
      if (!response.ok) throw new Error((await response.text()).trim());
      const lines = (await response.json()).lines;
      this.shown = lines === '' ? null : { block, use: lines[0], lines: lines.slice(1) };
      this.linesText.textContent = lines === '' ? 'There is no such block.' : '';
    } catch (problem) {
      this.shown = null;
      this.linesText.textContent = problem.message;
    }
    this.asking = false;
    this.drawLines();
  }

  drawLines() {
    if (!this.linesCanvas) return;
    this.linesCanvas.hidden = !this.shown;
    if (!this.shown) return;
    const { lines, use, block } = this.shown;
    const columns = Math.max(1, Math.floor(this.linesCanvas.clientWidth / LINE));
    const { g } = sized(this.linesCanvas, Math.ceil(lines.length / columns) * LINE);
    const used = colour(USES[use][0]);
    const free = colour('empty');
    let taken = 0;
    for (let i = 0; i < lines.length; i++) {
      const isUsed = lines[i] === '#';
      taken += isUsed ? 1 : 0;
      g.fillStyle = isUsed ? used : free;
      g.fillRect((i % columns) * LINE, Math.floor(i / columns) * LINE, LINE - 1, LINE - 1);
    }
    this.linesText.textContent =
      `Block ${block}, ${USES[use][1]}: ${count(taken)} of ${count(lines.length)} lines in use.`;
    this.linesCanvas.setAttribute('aria-label', this.linesText.textContent);
  }
}
