import type { Bars, Curves, Plot } from '../figures.js';
import { percentile } from '../measure/percentile.js';
import { amount } from './table.js';

const WIDTH = 640;
const LABEL = 150;
const BAR = 22;
const HEIGHT = 240;
const BOTTOM = 30;
const COLOURS = ['#1f6f8b', '#c8553d', '#588157', '#8d6a9f', '#b08900', '#555b6e'];
/** Nines make the tail as wide as the rest, which is where the interest is. */
const PARTS = [0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999] as const;

/** The plot as an SVG element that needs nothing from outside. */
export function svgOf(plot: Plot): string {
  return plot.kind === 'bars' ? barsSvg(plot) : curvesSvg(plot);
}

function barsSvg({ title, unit, bars }: Bars): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const room = WIDTH - LABEL - 90;
  const rows = bars.map(({ label, value }, index) => {
    const y = index * BAR;
    const width = ((value / most) * room).toFixed(1);
    return (
      text({ x: LABEL - 8, y: y + 15, anchor: 'end' }, label) +
      `<rect x="${LABEL}" y="${y + 3}" width="${width}" height="${BAR - 6}" fill="${COLOURS[0]}"/>` +
      text({ x: LABEL + Number(width) + 6, y: y + 15, anchor: 'start' }, amount(value, unit))
    );
  });
  return svg(title, { height: bars.length * BAR, content: rows.join('') });
}

function curvesSvg({ title, unit, curves }: Curves): string {
  const points = curves.map(({ samples }) => PARTS.map((part) => percentile(samples, part)));
  const most = Math.max(...points.flat(), Number.MIN_VALUE);
  const x = (index: number) => 60 + (index * (WIDTH - 200)) / (PARTS.length - 1);
  const y = (value: number) => 10 + (1 - value / most) * (HEIGHT - BOTTOM - 10);
  const lines = points.map((values, index) => {
    const path = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const colour = COLOURS[index % COLOURS.length] ?? '#000';
    return (
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<rect x="${WIDTH - 130}" y="${10 + index * 18}" width="10" height="10" fill="${colour}"/>` +
      text({ x: WIDTH - 114, y: 19 + index * 18, anchor: 'start' }, curves[index]?.label ?? '')
    );
  });
  const ticks = PARTS.map((part, index) =>
    text({ x: x(index), y: HEIGHT - 8, anchor: 'middle' }, `p${Number((part * 100).toFixed(1))}`),
  );
  const scale = [0, 0.5, 1].map((part) =>
    text({ x: 54, y: y(most * part) + 4, anchor: 'end' }, amount(most * part, unit)),
  );
  return svg(title, { height: HEIGHT, content: [...lines, ...ticks, ...scale].join('') });
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

function text({ x, y, anchor }: Place, content: string): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;
}

function svg(
  title: string,
  { height, content }: { readonly height: number; readonly content: string },
): string {
  const name = escapeHtml(title);
  return (
    `<figure><figcaption>${name}</figcaption><svg role="img" aria-label="${name}" ` +
    `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">${content}</svg></figure>`
  );
}

/** Text as it may stand in an element or a quoted attribute. */
export function escapeHtml(content: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return content.replaceAll(/[&<>"]/g, (character) => names[character] ?? character);
}
