import type { Figure, FigureName, FigureRow } from '@towpath/contracts/operator';
import { shownAmount } from '../parts/shown-amount.js';
import { words } from '../parts/words.js';

/** What each figure is called, and what its reader should know. */
export const FIGURE_WORDS: Readonly<Record<FigureName, readonly [string, string]>> = {
  MONEY: ['Money', 'Amounts of payments by the day on which they began'],
  SUCCESS_RATE: ['Success rate', 'Attempts that succeeded, of those that ended'],
  DECLINES: ['Declines', 'Attempts that a gateway declined, by its code'],
  WEBHOOKS: ['Webhooks', 'Deliveries to the endpoints of customer apps'],
  CONSUMER_LAG: ['Consumer lag', 'How far a service is behind its topic'],
  PARKED_MESSAGES: ['Parked messages', 'Messages that wait for an operator'],
  LEDGER_CHECK: ['Ledger check', 'Differences between the ledger and its totals'],
  RECONCILIATION: ['Reconciliation', 'Our books and those of gateways and banks'],
  DISPUTE_DEADLINES: ['Disputes by deadline', 'Open disputes, by the day until which to answer'],
};

export interface Chart {
  /** Days, or what each bar is of. */
  readonly names: readonly string[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
  readonly isByDay: boolean;
}

/** Values of the rows: a series for each of the label's values, or one in all without a label. */
export function chartOf(rows: readonly FigureRow[], by: readonly string[] = labelsOf(rows)): Chart {
  const isByDay = rows.some(({ day }) => day !== undefined);
  const barOf = (row: FigureRow) => (isByDay ? (row.day ?? '') : textOf(row, by));
  const seriesOf = (row: FigureRow) => (isByDay ? textOf(row, by) : '');
  const names = unique(rows.map(barOf));
  const ordered = isByDay ? names.toSorted() : names;
  const series = unique(rows.map(seriesOf)).map((label) => ({
    label,
    values: ordered.map((name) =>
      rows
        .filter((row) => barOf(row) === name && seriesOf(row) === label)
        .reduce((sum, { value }) => sum + value, 0),
    ),
  }));
  return { names: ordered, series, isByDay };
}

/** The values of one label over all rows. */
export function valuesOf(rows: readonly FigureRow[], label: string): string[] {
  return unique(rows.flatMap(({ labels }) => labels[label] ?? []));
}

/** The labels that the rows have. */
export function labelsOf(rows: readonly FigureRow[]): string[] {
  return unique(rows.flatMap(({ labels }) => Object.keys(labels)));
}

/** A value with its unit; `currency` is that of minor units. */
export function shownValue(
  value: number,
  { unit, currency }: { readonly unit: Figure['unit']; readonly currency?: string | undefined },
): string {
  switch (unit) {
    case 'minor units':
      return currency ? shownAmount(Math.round(value), currency) : String(value);
    case 'rate':
      return `${(value * 100).toFixed(1)} %`;
    case 'seconds':
      return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
    case 'count':
      return value.toLocaleString('en');
  }
}

function textOf({ labels }: FigureRow, by: readonly string[]): string {
  return by
    .flatMap((label) => labels[label] ?? [])
    .map((value) => (/^[A-Z]+_[A-Z_]+$|^[A-Z]{5,}$/.test(value) ? words(value) : value))
    .join(' · ');
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
