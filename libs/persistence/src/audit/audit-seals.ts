import type { ServiceName } from '@towpath/contracts';
import { byValues } from '../transactions/planned-statement.js';
import type { WorkerTx } from '../transactions/tx.js';

/** A seal as the log and the gateway get it. */
export interface AuditSeal {
  readonly number: number;
  /** Sealed entries. */
  readonly count: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly sealedAt: Date;
}

/** A seal covers this many entries, and the rest of the last transaction. */
const MOST = 10_000;

// The content of entry `e` and of seal `s`: the text of a JSON array, times in microseconds.
const ENTRY = `jsonb_build_array(e.audit_entry_id, e.written_by::text,
  (extract(epoch FROM e.occurred_at) * 1000000)::bigint, e.subject, e.role, e.session, e.act,
  e.operation, e.customer_app_id, e.kind, e.resource_id, e.members, e.reason)`;
const hashOf = (array: string) => `sha256(convert_to((${array})::text, 'UTF8'))`;

/** What a seal says of the entries `e`, in their order. */
export const ROOT = `sha256(coalesce(string_agg(${hashOf(ENTRY)}, ''::bytea
  ORDER BY e.written_by, e.audit_entry_id), ''::bytea))`;

/** The hash of a seal `s`; `$1` is the service. */
export const SEAL_HASH = hashOf(`jsonb_build_array($1::text, s.seal_number, s.after_xid::text,
  s.last_xid::text, s.entry_count, encode(s.root, 'hex'), encode(s.previous_hash, 'hex'),
  (extract(epoch FROM s.sealed_at) * 1000000)::bigint)`);

/** Transactions before it have ended: what they wrote is seen, and nothing is added. */
export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

const COLUMNS = `seal_number AS number, entry_count AS count, encode(hash, 'hex') AS hash,
  sealed_at AS "sealedAt"`;

// One statement, so one snapshot: the horizon is that of the entries that it sees.
const SEAL = `WITH last AS (
    SELECT seal_number, last_xid, hash FROM audit_seals ORDER BY seal_number DESC LIMIT 1),
  start AS (SELECT coalesce((SELECT last_xid FROM last), '0'::xid8) AS after_xid),
  page AS (
    SELECT e.written_by FROM audit_entries e
    WHERE e.written_by > (SELECT after_xid FROM start) AND e.written_by < ${HORIZON}
    ORDER BY e.written_by, e.audit_entry_id LIMIT ${MOST}),
  stop AS (SELECT written_by AS last_xid FROM page ORDER BY written_by DESC LIMIT 1),
  s AS (
    SELECT coalesce((SELECT seal_number FROM last), 0) + 1 AS seal_number, after_xid, last_xid,
      covered.entry_count, covered.root, (SELECT hash FROM last) AS previous_hash,
      clock_timestamp() AS sealed_at
    FROM start CROSS JOIN stop CROSS JOIN LATERAL (
      SELECT count(*)::integer AS entry_count, ${ROOT} AS root FROM audit_entries e
      WHERE e.written_by > start.after_xid AND e.written_by <= stop.last_xid) AS covered)
  INSERT INTO audit_seals (seal_number, after_xid, last_xid, entry_count, root, previous_hash,
    hash, sealed_at)
  SELECT seal_number, after_xid, last_xid, entry_count, root, previous_hash, ${SEAL_HASH}, sealed_at
  FROM s RETURNING ${COLUMNS}`;

/**
 * Seals the oldest entries that no seal covers and whose transactions have ended; null if there are
 * none. A transaction that commits late holds the entries after it back, so that none is left out.
 */
export async function sealAudit(tx: WorkerTx, service: ServiceName): Promise<AuditSeal | null> {
  // The statement that seals begins once the seal before it is seen.
  const lock = `SELECT pg_advisory_xact_lock(hashtext('audit_seals'))`;
  const [, [seal]] = await Promise.all([
    tx.query(byValues(lock)),
    tx.query<AuditSeal>(byValues(SEAL), [service]),
  ]);
  return seal ?? null;
}

/** Seconds since the oldest entry that no seal covers; 0 without one. */
export async function unsealedAge(tx: WorkerTx): Promise<number> {
  const sql = `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(occurred_at)), 0)::float8
      AS age
    FROM audit_entries WHERE written_by > coalesce(
      (SELECT last_xid FROM audit_seals ORDER BY seal_number DESC LIMIT 1), '0'::xid8)`;
  const [row] = await tx.query<{ age: number }>(byValues(sql));
  return row?.age ?? 0;
}

/** At most `limit` seals after a number, oldest first. */
export function auditSealsAfter(
  tx: WorkerTx,
  { number, limit }: { readonly number: number; readonly limit: number },
): Promise<AuditSeal[]> {
  const sql = `SELECT ${COLUMNS} FROM audit_seals WHERE seal_number > $1
    ORDER BY seal_number LIMIT $2`;
  return tx.query<AuditSeal>(byValues(sql), [number, limit]);
}

/** Number of the last seal; 0 without one. */
export async function lastAuditSeal(tx: WorkerTx): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    byValues('SELECT coalesce(max(seal_number), 0) AS last FROM audit_seals'),
  );
  return row?.last ?? 0;
}
