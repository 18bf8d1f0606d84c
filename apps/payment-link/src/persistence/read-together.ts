import type { AppTx } from '@towpath/persistence';

/**
 * One part of a combined read: a scalar subquery that gives JSON, with parameters counted from its
 * own `$1`. Slices hand out look-ups, so that one statement can read several of them although no
 * slice knows another's tables.
 */
export interface Lookup<T> {
  readonly sql: string;
  readonly params: readonly unknown[];
  read(json: unknown): T;
}

export type Lookups = Readonly<Record<string, Lookup<unknown>>>;

/** What each of the look-ups found. */
export type Found<L extends Lookups> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<infer T> ? T : never;
};

/** All look-ups in one round trip, over one snapshot of the data. */
export async function readTogether<L extends Lookups>(tx: AppTx, lookups: L): Promise<Found<L>> {
  const params: unknown[] = [];
  const columns = Object.entries(lookups).map(([name, { sql, params: own }]) => {
    const offset = params.length;
    params.push(...own);
    const shifted = sql.replace(/\$(\d+)/g, (_, position) => `$${Number(position) + offset}`);
    return `(${shifted}) AS "${name}"`;
  });
  const [row] = await tx.query<Record<string, unknown>>(`SELECT ${columns.join(',\n')}`, params);
  const found = Object.entries(lookups).map(([name, lookup]) => [name, lookup.read(row?.[name])]);
  return Object.fromEntries(found) as Found<L>;
}

/** A look-up that answers null when there is no row. */
export function oneRow<Row, T>(
  query: Pick<Lookup<T>, 'sql' | 'params'>,
  fromRow: (row: Row) => T,
): Lookup<T | null> {
  return {
    ...query,
    read: (json) => (json === null || json === undefined ? null : fromRow(json as Row)),
  };
}
