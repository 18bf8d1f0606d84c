import type { CustomerAppId } from '@towpath/kernel';
import type { FirstRead, Transactions } from './transactions.js';
import type { AppTx } from './tx.js';

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

/** The scope of a look-up: a transaction of the app, or its data before the transaction begins. */
export interface AppScope {
  readonly customerApp: { readonly id: CustomerAppId };
}

export type Lookups = Readonly<Record<string, Lookup<unknown>>>;

/** The results of the look-ups. */
export type Found<L extends Lookups> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<infer T> ? T : never;
};

/** All look-ups in one round trip, over one snapshot of the data. */
export async function readTogether<L extends Lookups>(tx: AppTx, lookups: L): Promise<Found<L>> {
  const { sql, params } = combined(lookups);
  const [row] = await tx.prepared<Json>(sql, params);
  return foundIn(lookups, row);
}

/** Like `readTogether`, in the round trip that begins the transaction. */
export function beginReading<L extends Lookups, T>(
  transactions: Transactions,
  { customerAppId, lookups }: { readonly customerAppId: CustomerAppId; readonly lookups: L },
  work: (tx: AppTx, found: Found<L>) => Promise<T>,
): Promise<T> {
  return transactions.forAppReading<Json, T>(customerAppId, combined(lookups), (tx, [row]) =>
    work(tx, foundIn(lookups, row)),
  );
}

type Json = Record<string, unknown>;

function combined(lookups: Lookups): FirstRead {
  const params: unknown[] = [];
  const columns = Object.entries(lookups).map(([name, { sql, params: own }]) => {
    const offset = params.length;
    params.push(...own);
    const shifted = sql.replace(/\$(\d+)/g, (_, position) => `$${Number(position) + offset}`);
    return `(${shifted}) AS "${name}"`;
  });
  return { sql: `SELECT ${columns.join(',\n')}`, params };
}

function foundIn<L extends Lookups>(lookups: L, row: Json | undefined): Found<L> {
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
