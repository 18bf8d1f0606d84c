import type { Figure, FigureName, FigureRow } from '@towpath/contracts/operator';
import { shownAmount } from '../parts/shown-amount.js';
import { words } from '../parts/words.js';

interface FigureWords {
  readonly name: string;
  /** What its reader should know. */
  readonly note: string;
  /** Without any row, or with zeros only. */
  readonly none: string;
  /** Whether that is good. */
  readonly isGood?: boolean;
}

export const FIGURE_WORDS: Readonly<Record<FigureName, FigureWords>> = {
  MONEY: {
    name: 'Money',
    note: 'Amounts by the day on which they began',
    none: 'No money in this time.',
  },
  SUCCESS_RATE: {
    name: 'Success rate',
    note: 'Payments that succeeded, of those that ended',
    none: 'No payment ended in this time.',
  },
  DECLINES: {
    name: 'Declines',
    note: 'Payments that failed, by gateway and its code',
    none: 'No payment failed in this time.',
  },
  WEBHOOKS: {
    name: 'Webhooks',
    note: 'Deliveries to the endpoints of customer apps',
    none: 'No webhook in this time.',
  },
  CONSUMER_LAG: {
    name: 'Consumer lag',
    note: 'Messages that wait to be published or read, by topic',
    none: 'No message waits.',
    isGood: true,
  },
  PARKED_MESSAGES: {
    name: 'Parked messages',
    note: 'Messages that wait for an operator',
    none: 'No message is parked.',
    isGood: true,
  },
  LEDGER_CHECK: {
    name: 'Ledger check',
    note: 'What the balances lack to zero, by the last check',
    none: 'Every balance agrees.',
    isGood: true,
  },
  RECONCILIATION: {
    name: 'Reconciliation',
    note: 'Open differences between our books and those of gateways and banks',
    none: 'No difference is open.',
    isGood: true,
  },
  DISPUTE_DEADLINES: {
    name: 'Disputes by deadline',
    note: 'Disputes that wait for an answer, by the time that is left',
    none: 'No dispute waits for an answer.',
    isGood: true,
  },
};

/** What a part of a figure has, where the figure has several. */
const PART_WORDS: Readonly<Partial<Record<string, string>>> = {
  'SUCCESS_RATE rate': 'Share by day',
  'SUCCESS_RATE count state_machine_moves_total': 'Payments by day',
  'WEBHOOKS count': 'Deliveries by endpoint and status',
  'WEBHOOKS count webhook_attempts_total': 'Attempts by day',
  'WEBHOOKS rate': 'Share that arrived, of those that ended',
  'WEBHOOKS seconds': 'Age of the oldest delivery that waits',
  'CONSUMER_LAG count': 'To be published',
  'CONSUMER_LAG count consumer_lag_messages': 'To be read',
  'CONSUMER_LAG seconds': 'Age of the oldest to be published',
  'LEDGER_CHECK seconds': 'Time since the last check',
};

export interface Chart {
  /** Days, or what each bar is of. */
  readonly names: readonly string[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
  readonly isByDay: boolean;
}

interface ChartOptions {
  readonly by?: readonly string[];
  /** Days that are shown although nothing happened on them. */
  readonly days?: readonly string[];
}

/** Values of the rows: a series for each of the labels' values, or one in all without days. */
export function chartOf(
  rows: readonly FigureRow[],
  { by = labelsOf(rows), days = [] }: ChartOptions = {},
): Chart {
  const isByDay = rows.some(({ day }) => day !== undefined);
  const barOf = (row: FigureRow) => (isByDay ? (row.day ?? '') : textOf(row, by));
  const seriesOf = (row: FigureRow) => (isByDay ? textOf(row, by) : '');
  const names = unique([...(isByDay ? days : []), ...rows.map(barOf)]);
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
      return shownSeconds(value);
    case 'count':
      return value.toLocaleString('en');
  }
}

const UNITS_OF_TIME = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** In the largest unit of which there are two. */
function shownSeconds(value: number): string {
  const [size, name] = UNITS_OF_TIME.find(([seconds]) => value >= 2 * seconds) ?? [1, 's'];
  return `${(value / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${name}`;
}

export interface FigurePart extends Pick<Figure, 'unit' | 'metric' | 'rows'> {
  readonly words: string | undefined;
}

/** One card: every service gives its part of a figure; units and metrics are not mixed. */
export interface FigureGroup {
  readonly figure: FigureName;
  readonly parts: readonly FigurePart[];
}

export function groupedFigures(figures: readonly Figure[]): FigureGroup[] {
  return (Object.keys(FIGURE_WORDS) as FigureName[]).flatMap((name) => {
    const own = figures.filter(({ figure }) => figure === name);
    if (own.length === 0) return [];
    const parts = Object.values(Object.groupBy(own, keyOf)).flatMap((same = []): FigurePart[] => {
      const [first] = same;
      if (!first) return [];
      const { unit, metric } = first;
      const words = PART_WORDS[keyOf(first)] ?? PART_WORDS[`${name} ${unit}`];
      return [{ unit, ...(metric && { metric }), words, rows: same.flatMap(({ rows }) => rows) }];
    });
    return [{ figure: name, parts }];
  });
}

const keyOf = ({ figure, unit, metric }: Figure): string =>
  [figure, unit, metric].filter((each) => each !== undefined).join(' ');

/** Each day of a period, at most a quarter of a year; the last seven without one. */
export function daysOf(
  { date_from: from, date_to: to }: { readonly date_from: string; readonly date_to: string },
  nowMs: number,
): string[] {
  const last = to === '' ? nowMs : Date.parse(to);
  const first = from === '' ? last - 6 * DAY_MS : Date.parse(from);
  const count = Math.floor(last / DAY_MS) - Math.floor(first / DAY_MS) + 1;
  if (!(count > 0 && count <= MAX_DAYS)) return [];
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 92;

interface Label {
  readonly label: string;
  readonly value: string;
}

const OF_TOPIC = /^payments\.|\.events\.v\d+$/g;

export function shownLabel({ label, value }: Label): string {
  if (label === 'topic') return value.replaceAll(OF_TOPIC, '');
  if (label === 'days_left') return value === 'more' ? 'more than a week' : `${value} days left`;
  if (label === 'app_type') return words(value);
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
