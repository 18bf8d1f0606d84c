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
    if (day) select.addSelect(dayOf(day), 'day').addGroupBy(dayOf(day)).orderBy(dayOf(day));
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

const dayOf = (instant: string): string => `to_char(${instant}, 'YYYY-MM-DD')`;

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
      .andWhere(`${instant} >= :from::date`, { from })
      .andWhere(`${instant} < :to::date + interval '1 day'`, { to });
}
