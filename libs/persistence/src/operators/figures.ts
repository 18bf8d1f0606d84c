import type { Figure, FigureRow } from '@towpath/contracts/operator';
import type { OperatorQuery } from './operator-reads.js';

/** Days in UTC, both included. */
export interface FigurePeriod {
  readonly from: string;
  readonly to: string;
  /** Only of this customer app. */
  readonly customerAppId?: string | undefined;
}

/**
 * Figures of a service that operators watch: a provider, found by its class. They count the rows of
 * the apps that the operator may see. No value identifies a person.
 */
export abstract class FiguresOf {
  abstract figures(period: FigurePeriod, query: OperatorQuery): Promise<readonly Figure[]>;
}

type Build = Parameters<OperatorQuery['select']>[1];

/** SQL over the row `t`; no expression has parameters. */
interface Grouped<V extends string> {
  readonly table: string;
  /** By the names of the labels; the values of each label are few. */
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<V, string>>;
  /** The instant whose day the values are of. */
  readonly day?: string;
}

/** A combination of labels, with its values. */
export interface Group<V extends string = string> {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<V, number>>;
  readonly day?: string;
}

/** The groups of a table, from one reading of it. */
export async function groupsOf<V extends string>(
  query: OperatorQuery,
  { table, labels, values, day }: Grouped<V>,
  build: Build,
): Promise<Group<V>[]> {
  const names = Object.keys(values) as V[];
  const rows = await query.select<Readonly<Record<string, string | null>>>(table, (select) => {
    select.select([]);
    for (const name of names) select.addSelect(`(${values[name]})::float8`, name);
    for (const [name, of] of Object.entries(labels)) {
      select.addSelect(`(${of})::text`, name).addGroupBy(`(${of})::text`);
    }
    if (day) {
      // Grouped and sorted by dates: by texts a week of a busy system takes twice as long.
      const date = `(${day})::date`;
      select.addSelect(`to_char(${date}, 'YYYY-MM-DD')`, 'day').addGroupBy(date).orderBy(date);
    }
    return build(select);
  });
  return rows.map((row) => ({
    labels: Object.fromEntries(
      Object.keys(labels).flatMap((name) => (row[name] == null ? [] : [[name, row[name]]])),
    ),
    values: Object.fromEntries(
      names.map((name) => [name, Number(row[name])]),
    ) as Group<V>['values'],
    ...(row['day'] ? { day: row['day'] } : {}),
  }));
}

/** One row for each combination of labels. */
export async function countedRows(
  query: OperatorQuery,
  { value, ...of }: Omit<Grouped<'value'>, 'values'> & { readonly value: string },
  build: Build,
): Promise<FigureRow[]> {
  const groups = await groupsOf(query, { ...of, values: { value } }, build);
  return groups.map(({ values, ...row }) => ({ ...row, value: values.value }));
}

/** The value of the groups that have these labels alike, added up. */
export function added<V extends string>(
  groups: readonly Group<V>[],
  value: NoInfer<V>,
  names: readonly string[],
): FigureRow[] {
  const rows = new Map<string, FigureRow>();
  for (const { labels: all, day, values } of groups) {
    const labels = Object.fromEntries(names.map((name) => [name, all[name] ?? 'none']));
    const key = JSON.stringify([day, labels]);
    const before = rows.get(key)?.value ?? 0;
    rows.set(key, { labels, value: before + values[value], ...(day ? { day } : {}) });
  }
  return [...rows.values()];
}

/** What part of the whole each row is: 0 to 1, by the same labels and day. */
export function sharesOf(part: readonly FigureRow[], whole: readonly FigureRow[]): FigureRow[] {
  const placeOf = ({ day, labels }: FigureRow): string => JSON.stringify([day, labels]);
  const parts = new Map(part.map((row) => [placeOf(row), row.value]));
  return whole.map((row) => ({ ...row, value: (parts.get(placeOf(row)) ?? 0) / row.value }));
}

/** A column with an instant, and the parameter of a day. */
interface Compared {
  readonly at: string;
  readonly day: string;
}

/**
 * Conditions of days, UTC. An instant is compared with instants: a comparison with a `date` is not
 * leakproof, so that row-level security would keep every index from it.
 */
export const sinceDay = ({ at, day }: Compared): string =>
  `${at} >= ${day}::date::timestamp AT TIME ZONE 'UTC'`;
export const untilDay = ({ at, day }: Compared): string =>
  `${at} < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** Restricts rows `t` to those of the customer app, if the operator asked for one. */
export function ofApp({ customerAppId }: FigurePeriod, build: Build = (select) => select): Build {
  return (select) => {
    build(select);
    if (customerAppId === undefined) return select;
    return select.andWhere('t.customer_app_id = :customerAppId', { customerAppId });
  };
}

/** Restricts rows `t` to those of the period, by this instant, and of its customer app. */
export function inPeriod(period: FigurePeriod, instant: string, build?: Build): Build {
  const { from, to } = period;
  const within = ofApp(period, build);
  return (select) =>
    within(select)
      .andWhere(sinceDay({ at: instant, day: ':from' }), { from })
      .andWhere(untilDay({ at: instant, day: ':to' }), { to });
}
