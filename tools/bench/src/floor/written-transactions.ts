import type { Client } from 'pg';

export type WriteKind = 'insert' | 'update' | 'delete';

/** Rows of one table that a transaction wrote in one way. */
export interface Write {
  readonly table: string;
  readonly kind: WriteKind;
  readonly rows: number;
}

/** A committed transaction that wrote rows, as PostgreSQL's log of writes has it. */
export interface WrittenTransaction {
  readonly xid: string;
  readonly database: string;
  readonly writes: readonly Write[];
}

/** One record of `pg_get_wal_records_info`. */
export interface WalRecord {
  readonly xid: string;
  readonly resource_manager: string;
  readonly record_type: string;
  readonly description: string | null;
  readonly block_ref: string | null;
}

/** Names of a database's tables by the number of their file, by the number of the database. */
export type TableNames = ReadonlyMap<string, { database: string; tables: Map<string, string> }>;

const KINDS: Readonly<Record<string, WriteKind>> = {
  INSERT: 'insert',
  MULTI_INSERT: 'insert',
  UPDATE: 'update',
  HOT_UPDATE: 'update',
  DELETE: 'delete',
};
const RELATION = /rel \d+\/(\d+)\/(\d+)/;
const ROWS = /ntuples: (\d+)/;

/** What the committed transactions of these records wrote, in order of their commits. */
export function transactionsOf(
  records: readonly WalRecord[],
  names: TableNames,
): WrittenTransaction[] {
  const open = new Map<string, { database: string; rows: Map<string, number> }>();
  const committed: WrittenTransaction[] = [];
  for (const record of records) {
    if (record.resource_manager === 'Transaction') {
      const written = open.get(record.xid);
      open.delete(record.xid);
      if (!written || !record.record_type.startsWith('COMMIT')) continue;
      const { database, rows } = written;
      committed.push({ xid: record.xid, database, writes: [...rows].map(writeOf) });
      continue;
    }
    const write = tableOf(record, names);
    if (!write) continue;
    const written = open.get(record.xid) ?? { database: write.database, rows: new Map() };
    const key = `${write.kind} ${write.table}`;
    written.rows.set(key, (written.rows.get(key) ?? 0) + write.rows);
    open.set(record.xid, written);
  }
  return committed;
}

function tableOf(
  { record_type, block_ref, description }: WalRecord,
  names: TableNames,
): (Write & { readonly database: string }) | undefined {
  const kind = KINDS[record_type.replace('+INIT', '')];
  const [, databaseNumber = '', file = ''] = RELATION.exec(block_ref ?? '') ?? [];
  const known = names.get(databaseNumber);
  const table = known?.tables.get(file);
  // Other files are those of indexes, of the catalogue and of values too long for a row.
  if (!kind || !known || table === undefined) return undefined;
  const rows = Number(ROWS.exec(description ?? '')?.[1] ?? 1);
  return { database: known.database, table, kind, rows };
}

function writeOf([key, rows]: readonly [string, number]): Write {
  const [kind = '', table = ''] = key.split(' ');
  return { kind: kind as WriteKind, table, rows };
}

/** A round of the relay marks what it has published, and writes nothing else. */
export const isRoundOfRelay = ({ writes }: WrittenTransaction): boolean =>
  writes.every(({ table, kind }) => table === 'outbox' && kind !== 'insert');

/** Where PostgreSQL's log of writes ends: all of it, or what is on the disk and can be read. */
export async function walPosition(admin: Client, end: 'insert' | 'flush'): Promise<string> {
  const { rows } = await admin.query<{ at: string }>(
    `SELECT pg_current_wal_${end}_lsn()::text AS at`,
  );
  return rows[0]?.at ?? '';
}

/** The transactions between two positions; needs the extension `pg_walinspect`. */
export async function writtenBetween(
  admin: Client,
  { from, to, names }: { readonly from: string; readonly to: string; readonly names: TableNames },
): Promise<WrittenTransaction[]> {
  if (from === to) return [];
  const { rows } = await admin.query<WalRecord>(
    `SELECT xid::text, resource_manager, record_type, description, block_ref
     FROM pg_get_wal_records_info($1, $2)
     WHERE resource_manager IN ('Heap', 'Heap2', 'Transaction')`,
    [from, to],
  );
  return transactionsOf(rows, names);
}
