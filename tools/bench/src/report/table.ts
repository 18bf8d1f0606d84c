import type { BenchResult, Figure } from '../figures.js';

/** The result as text: a line per figure, with its aim and how far it is reached. */
export function tableOf({ parts }: Pick<BenchResult, 'parts'>): string {
  const rows = parts.flatMap(({ part, title, figures }) => [
    [`${part}: ${title}`, '', '', ''],
    ...figures.map((figure) => [`    ${figure.name}`, ...cellsOf(figure)]),
  ]);
  const all = [['', 'result', 'aim', 'of the aim'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  );
  return all.map((row) => lineOf(row, widths)).join('\n');
}

/** Result, aim and ratio as text; the latter two are empty without an aim. */
function cellsOf({ value, unit, aim }: Figure): [string, string, string] {
  if (aim === undefined) return [amount(value, unit), '', ''];
  return [amount(value, unit), `≤ ${amount(aim, unit)}`, `${((aim / value) * 100).toFixed(0)} %`];
}

/** Three digits that mean something; more would pretend. */
function amount(value: number, unit: string): string {
  if (unit === '') return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === '/s' || unit === '×' ? unit : ` ${unit}`}`;
}

function lineOf(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, column) => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return cells.join('   ').trimEnd();
}
