import { quoteName } from '../database/service-names.js';
import { byKey } from '../transactions/planned-statement.js';
import type { AppTx } from '../transactions/tx.js';
import type { Row } from '../transactions/write-batch.js';

/** Rows of one table of the customer app, to be found together with those of other tables. */
export interface Lookup<T> {
  readonly table: string;
  /** Column → value, besides the customer app. */
  readonly where: Row;
  /** A condition without parameters, such as that of a partial index. */
  readonly only?: string | undefined;
  /** @param rows in JSON */
  read(rows: readonly unknown[]): T;
}

/** The results of look-ups. */
type Found<L> = { readonly [Nth in keyof L]: L[Nth] extends Lookup<infer T> ? T : never };

/** All look-ups in one statement, which costs less than a statement for each, and in one snapshot. */
export async function findTogether<const L extends readonly Lookup<unknown>[]>(
  tx: AppTx,
  lookups: L,
): Promise<Found<L>> {
  const params: unknown[] = [tx.customerApp.id];
  const columns = lookups.map(({ table, where, only = 'true' }, nth) => {
    const conditions = Object.entries(where).map(
      ([column, value]) => ` AND ${quoteName(column)} = $${params.push(value)}`,
    );
    return `(SELECT json_agg(t) FROM ${quoteName(table)} AS t
      WHERE customer_app_id = $1${conditions.join('')} AND (${only})) AS "${nth}"`;
  });
  const statement = byKey(`SELECT ${columns.join(', ')}`);
  const [found] = await tx.query<Record<number, unknown[] | null>>(statement, params);
  return lookups.map(({ read }, nth) => read(found?.[nth] ?? [])) as Found<L>;
}
