// Memory over time.
import { bytes, colour } from './amounts.js';

const MOST_POINTS = 900;
const HEIGHT = 240;
const POWERS = Array.from({ length: 50 }, (_, i) => 2 ** i);

export class MemoryChart {
  constructor() {
    this.place = document.getElementById('memory');
    this.data = [[], [], [], []];
    this.chart = null;
    new ResizeObserver(() => this.resize()).observe(this.place);
  }

  add(frame) {
    const point = [frame.at / 1000, frame.memory.used, frame.memory.live,
      frame.memory.committed - frame.memory.discarded];
    this.data.forEach((series, i) => {
      series.push(point[i]);
      if (series.length > MOST_POINTS) series.shift();
    });
  }

  draw() {
    if (this.chart) {
      this.chart.setData(this.data);
    } else if (this.data[0].length > 1) {
      this.make();
    }
  }

  /** Made anew when the theme changes, with the colours of that. */
  make() {
    if (this.data[0].length < 2) return;
    if (this.chart) this.chart.destroy();
    const axis = {
      stroke: () => colour('dim'),
      grid: { stroke: () => colour('line'), width: 1 },
      ticks: { stroke: () => colour('line'), width: 1 },
    };
    const line = (label, name, width) => ({
      label,
      stroke: () => colour(name),
      width,
      points: { show: false },
      value: (_, value) => value == null ? '–' : bytes(value),
    });
    this.chart = new uPlot({
      width: this.place.clientWidth,
      height: HEIGHT,
      scales: { y: { range: (_, low, high) => [0, Math.max(high * 1.05, 1)] } },
      axes: [axis, { ...axis, size: 72, incrs: POWERS, values: (_, values) => values.map(bytes) }],
      series: [
        { value: (_, value) => value == null ? '–' : new Date(value * 1000).toLocaleTimeString() },
        line('used', 'used-line', 2),
        line('alive after a cycle', 'live-line', 2),
        line('committed', 'committed-line', 1),
      ],
    }, this.data, this.place);
  }

  resize() {
    if (this.chart && this.place.clientWidth > 0 && this.place.clientWidth !== this.chart.width) {
      this.chart.setSize({ width: this.place.clientWidth, height: HEIGHT });
    }
  }
}
