import { quoteName } from '../database/service-names.js';
import type { AppTx } from '../transactions/tx.js';
import { byValues } from '../transactions/planned-statement.js';

interface Changed {
  /** Days of the last change, UTC, both included. */
  readonly dateFrom?: string | null | undefined;
  readonly dateTo?: string | null | undefined;
}

type FilterOf<Filters, Value> = {
  readonly [Name in keyof Filters as Filters[Name] extends Value ? Name : never]?: string;
};

/** Filters by the name of the column that each looks at; one without a value lets all through. */
interface Listed<Filters> {
  readonly table: string;
  /** The column with the row's ID. */
  readonly id: string;
  readonly oneOf?: FilterOf<Filters, readonly string[] | undefined>;
  readonly equal?: FilterOf<Omit<Filters, keyof Changed>, string | null | undefined>;
}

type Columns = Readonly<Record<string, string>>;

export interface ListRange {
  readonly offset: number;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

/** The rows of a customer app that filters let through, newest first. */
export class FilteredList<Filters extends Changed = Changed> {
  private readonly names: readonly (keyof Filters)[];
  private readonly pageSql: string;
  private readonly countSql: string;

  constructor({ table, id, oneOf = {}, equal = {} }: Listed<Filters>) {
    // Each condition has the parameter of its own number.
    const conditions = [
      `customer_app_id = $1`,
      `($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')`,
      `($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')`,
    ];
    const next = () => `$${conditions.length + 1}`;
    for (const column of Object.values(oneOf as Columns)) {
      conditions.push(
        `(coalesce(cardinality(${next()}::text[]), 0) = 0 OR ${column} = ANY (${next()}))`,
      );
    }
    for (const column of Object.values(equal as Columns)) {
      conditions.push(`(${next()}::text IS NULL OR ${column} = ${next()})`);
    }
    this.names = [...Object.keys(oneOf), ...Object.keys(equal)] as (keyof Filters)[];
    const [time, last, offset, limit] = [1, 2, 3, 4].map((nth) => `$${conditions.length + nth}`);
    const matching = `FROM ${quoteName(table)} AS t WHERE ${conditions.join(' AND ')}`;
    const newestFirst = `ORDER BY created_at DESC, ${id} DESC`;
    // Only the page becomes JSON: before it is cut, all rows that a sort has to see would.
    this.pageSql = `SELECT to_jsonb(p) AS row FROM (
        SELECT t.* ${matching}
          AND (${time}::timestamptz IS NULL OR (created_at, ${id}) < (${time}, ${last}))
        ${newestFirst} OFFSET ${offset} LIMIT ${limit}) p
      ${newestFirst}`;
    this.countSql = `SELECT count(*) AS total ${matching}`;
  }

  async page<Row>(
    tx: AppTx,
    filters: Filters,
    { offset, limit, after }: ListRange,
  ): Promise<Row[]> {
    const range = [after?.createdAt ?? null, after?.id ?? null, offset, limit];
    const params = [...this.params(tx, filters), ...range];
    const rows = await tx.query<{ row: Row }>(byValues(this.pageSql), params);
    return rows.map(({ row }) => row);
  }

  /** A page, and the number of all that the filters let through. */
  async counted<Row>(
    tx: AppTx,
    filters: Filters,
    range: ListRange,
  ): Promise<{ readonly rows: Row[]; readonly total: number }> {
    const [rows, [count]] = await Promise.all([
      this.page<Row>(tx, filters, range),
      tx.query<{ total: number }>(byValues(this.countSql), this.params(tx, filters)),
    ]);
    return { rows, total: count?.total ?? 0 };
  }

  private params(tx: AppTx, filters: Filters): unknown[] {
    const values = this.names.map((name) => filters[name]);
    return [tx.customerApp.id, filters.dateFrom, filters.dateTo, ...values];
  }
}
