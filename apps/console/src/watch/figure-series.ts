import type { Figure, FigureName, FigureRow } from '@towpath/contracts/operator';
import { shownAmount } from '../parts/shown-amount.js';
import { words } from '../parts/words.js';

/** What each figure is called, and what its reader should know. */
export const FIGURE_WORDS: Readonly<Record<FigureName, readonly [string, string]>> = {
  MONEY: ['Money', 'Amounts of payments by the day on which they began'],
  SUCCESS_RATE: ['Success rate', 'Attempts that succeeded, of those that ended'],
  DECLINES: ['Declines', 'Attempts that a gateway declined, by its code'],
  WEBHOOKS: ['Webhooks', 'Deliveries to the endpoints of customer apps'],
  CONSUMER_LAG: ['Consumer lag', 'Messages that wait to be published or read, by topic'],
  PARKED_MESSAGES: ['Parked messages', 'Messages that wait for an operator'],
  LEDGER_CHECK: ['Ledger check', 'Differences between the ledger and its totals'],
  RECONCILIATION: ['Reconciliation', 'Our books and those of gateways and banks'],
  DISPUTE_DEADLINES: [
    'Disputes by deadline',
    'Disputes that wait for an answer, by the time that is left',
  ],
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
  const ordered = isByDay || by.includes('days_left') ? names.toSorted(byNumber) : names;
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

/** One card: every service gives its part of a figure, and a figure may have several units. */
export interface FigureGroup {
  readonly figure: FigureName;
  readonly metrics: readonly string[];
  readonly parts: readonly Pick<Figure, 'unit' | 'rows'>[];
}

export function groupedFigures(figures: readonly Figure[]): FigureGroup[] {
  return (Object.keys(FIGURE_WORDS) as FigureName[]).flatMap((name) => {
    const own = figures.filter(({ figure }) => figure === name);
    if (own.length === 0) return [];
    const parts = unique(own.map(({ unit }) => unit)).map((unit) => ({
      unit: unit as Figure['unit'],
      rows: own.filter((each) => each.unit === unit).flatMap(({ rows }) => rows),
    }));
    return [{ figure: name, parts, metrics: unique(own.flatMap(({ metric }) => metric ?? [])) }];
  });
}

interface Label {
  readonly label: string;
  readonly value: string;
}

const OF_TOPIC = /^payments\.|\.events\.v\d+$/g;

export function shownLabel({ label, value }: Label): string {
  if (label === 'topic') return value.replaceAll(OF_TOPIC, '');
  if (label === 'days_left') return value === 'more' ? 'more than a week' : `${value} days left`;
  return /^[A-Z]+_[A-Z_]+$|^[A-Z]{5,}$/.test(value) ? words(value) : value;
}

function textOf({ labels }: FigureRow, by: readonly string[]): string {
  return by
    .flatMap((label) => {
      const value = labels[label];
      return value === undefined ? [] : [shownLabel({ label, value })];
    })
    .join(' · ');
}

const { compare: byNumber } = new Intl.Collator('en', { numeric: true });

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
