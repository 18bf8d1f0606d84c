import { isDeepStrictEqual } from 'node:util';
import {
  byValues,
  createPool,
  PgTransactions,
  tablesOf,
  WriteBatch,
  type AnyTable,
  type Column,
  type ColumnType,
  type Table,
  type WorkerTx,
} from '@towpath/persistence';
import fc from 'fast-check';

type Values = Readonly<Record<string, unknown>>;

const LAST_DAY = new Date('9999-12-31T23:59:59.999Z');
const instants = fc.date({ min: new Date('0001-01-01'), max: LAST_DAY, noInvalidDate: true });
const words = fc.string({ unit: 'grapheme' }).map((word) => word.replaceAll('\0', ''));
const members = fc.oneof(words, fc.boolean(), fc.maxSafeInteger(), fc.constant(null));

const VALUES: Readonly<Record<ColumnType, fc.Arbitrary<unknown>>> = {
  text: words,
  integer: fc.integer(),
  bigint: fc.maxSafeInteger(),
  numeric: fc.integer().map((hundredths) => String(hundredths / 100)),
  boolean: fc.boolean(),
  timestamptz: instants,
  date: instants.map((at) => at.toISOString().slice(0, 10)),
  jsonb: fc.dictionary(words, fc.oneof(members, fc.array(members)), { noNullPrototype: true }),
  bytea: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
};

function valueOf({ options }: Column<unknown>): fc.Arbitrary<unknown> {
  const { type, isArray, isNullable, instants: names = [] } = options;
  const single = fc
    .tuple(VALUES[type], fc.record(Object.fromEntries(names.map((name) => [name, instants]))))
    .map(([value, dates]) => (names.length > 0 ? { ...(value as object), ...dates } : value));
  const whole = isArray ? fc.array(single) : single;
  return isNullable ? fc.option(whole) : whole;
}

/** A snapshot of any values, and one that an update may make of it. */
function snapshots({ columns, options }: Table): fc.Arbitrary<readonly [Values, Values]> {
  const written = Object.entries(columns).filter(([, each]) => each.options.writer !== 'database');
  const stays = (property: string, column: Column<unknown>) =>
    options.key.includes(property) || column.options.writer === 'insert';
  const anyOf = (entries: typeof written) =>
    fc.record(Object.fromEntries(entries.map(([property, column]) => [property, valueOf(column)])));
  const changing = written.filter(([property, column]) => !stays(property, column));
  return fc
    .tuple(anyOf(written), anyOf(changing))
    .map(([first, change]) => [first, { ...first, ...change }]);
}

/**
 * Whether snapshots of any values come back from PostgreSQL as they were written, after an insert and
 * after an update. Each table is stood in for by a temporary one with its columns, but without its
 * constraints, which few of these values would meet.
 */
export async function tableFaults(
  ownerUrl: string,
  tables: readonly AnyTable[],
): Promise<string[]> {
  const pool = createPool({ url: ownerUrl, name: 'tables', limits: { size: 1 } });
  const transactions = new PgTransactions({ appPool: pool, workerPool: pool });
  try {
    const faults: string[] = [];
    for (const table of tables.flatMap(tablesOf) as Table[]) {
      await transactions.asWorker(async (tx) => {
        const like = `LIKE public.${table.name} INCLUDING DEFAULTS INCLUDING IDENTITY`;
        await tx.query(byValues(`CREATE TEMP TABLE ${table.name} (${like}) ON COMMIT DROP`));
        const stays = fc.asyncProperty(snapshots(table), async ([first, changed]) => {
          await tx.query(byValues(`DELETE FROM ${table.name}`));
          await comesBack(tx, { table, snapshot: first }, (batch) => table.insert(batch, first));
          await comesBack(tx, { table, snapshot: changed }, (batch) =>
            table.update(batch, changed),
          );
        });
        const { failed, errorInstance } = await fc.check(stays, {
          numRuns: 25,
          endOnFailure: true,
        });
        if (failed) faults.push(`${table.name}: ${String(errorInstance)}`);
      });
    }
    return faults;
  } finally {
    await pool.end();
  }
}

/** Throws if the table has not the snapshot after its write. */
async function comesBack(
  tx: WorkerTx,
  { table, snapshot }: { readonly table: Table; readonly snapshot: Values },
  write: (batch: WriteBatch) => void,
): Promise<void> {
  const batch = new WriteBatch();
  write(batch);
  tx.write(batch);
  const [row] = table.rows(
    await tx.query(byValues(`SELECT to_jsonb(t) AS row FROM ${table.name} t`)),
  );
  for (const [property, value] of Object.entries(snapshot)) {
    const read = row?.[property];
    if (isDeepStrictEqual(read, value)) continue;
    throw new Error(`${property} was ${JSON.stringify(value)}, is ${JSON.stringify(read)}`);
  }
}
