import type { Figure, FigureRow } from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';

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
interface Counted {
  readonly table: string;
  /** By the names of the labels; the values of each label are few. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
  /** The instant whose day the value is of. */
  readonly day?: string;
}

/** One row for each combination of labels. */
export async function countedRows(
  query: OperatorQuery,
  { table, labels, value, day }: Counted,
  build: Build,
): Promise<FigureRow[]> {
  const rows = await query.select<Readonly<Record<string, string | null>>>(table, (select) => {
    select.select(`(${value})::float8`, 'value');
    for (const [name, of] of Object.entries(labels)) {
      select.addSelect(`(${of})::text`, name).addGroupBy(`(${of})::text`);
    }
    if (day) select.addSelect(dayOf(day), 'day').addGroupBy(dayOf(day)).orderBy(dayOf(day));
    return build(select);
  });
  return rows.map(({ value: counted, day: on, ...of }) => ({
    labels: Object.fromEntries(
      Object.entries(of).filter((label): label is [string, string] => label[1] !== null),
    ),
    value: Number(counted),
    ...(on ? { day: on } : {}),
  }));
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
