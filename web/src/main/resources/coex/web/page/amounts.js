// Amounts as text. Powers of 1024 for bytes, as in the reports of the command.

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function bytes(n) {
  let unit = 0;
  while (Math.abs(n) >= 1024 && unit < UNITS.length - 1) {
    n /= 1024;
    unit++;
  }
  return (unit === 0 ? Math.round(n) : digits(n)) + ' ' + UNITS[unit];
}

export function nanos(n) {
  if (n < 1e3) return Math.round(n) + ' ns';
  if (n < 1e6) return digits(n / 1e3) + ' µs';
  if (n < 1e9) return digits(n / 1e6) + ' ms';
  return digits(n / 1e9) + ' s';
}

export function count(n) {
  return Math.round(n).toLocaleString('en');
}

function digits(n) {
  const size = Math.abs(n);
  return n.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** A colour of the style sheet, as it is now: it changes with the theme. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

/** Makes the canvas as large as it is shown, and gives what draws on it in CSS pixels. */
export function sized(canvas, height) {
  const width = canvas.clientWidth;
  const scale = window.devicePixelRatio || 1;
  canvas.style.height = height + 'px';
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const g = canvas.getContext('2d');
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.clearRect(0, 0, width, height);
  return { g, width, height };
}

export function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function legend(list, entries) {
  list.replaceChildren(...entries.map(([name, text]) => {
    const item = element('li');
    const swatch = element('span', '', 'swatch');
    swatch.style.background = name.startsWith('#') ? name : colour(name);
    item.append(swatch, text);
    return item;
  }));
}
