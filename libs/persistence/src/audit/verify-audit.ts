import type { ServiceName } from '@towpath/contracts';
import type { Pool, PoolClient } from 'pg';
import { MONEY_DAYS } from '../retention/retention-rules.js';
import { HORIZON, ROOT, SEAL_HASH } from './audit-seals.js';

/** A seal as the gateway received it. */
export interface SealCopy {
  readonly number: number;
  readonly hash: string;
  readonly receivedAt: Date;
}

/** What the gateway knows of the seals of one service. */
export interface SealCopies {
  /** Number of the last seal; 0 without one. */
  last(): Promise<number>;
  /** Of the seals from `first` to `last`, in their order. */
  between(range: { readonly first: number; readonly last: number }): Promise<SealCopy[]>;
}

export interface AuditToVerify {
  readonly service: ServiceName;
  /** Of the service's database, with time for long statements. */
  readonly pool: Pool;
  readonly copies: SealCopies;
}

export interface AuditReport {
  readonly service: ServiceName;
  readonly seals: number;
  readonly entries: number;
  /** Sentences; none if all is in order. */
  readonly findings: readonly string[];
}

interface SealRow {
  readonly number: number;
  readonly count: number;
  readonly hash: string;
  readonly previous: string | null;
  readonly root: string;
  readonly after: string;
  readonly last: string;
  readonly sealedAt: Date;
  readonly isOwn: boolean;
  readonly found: number;
  readonly foundRoot: string;
  readonly ageSeconds: number;
}

/** So many seals, or the first ones that cover so many entries, are asked in one statement. */
const SEALS = 1_000;
const ENTRIES = 100_000;
/** Longer than an entry waits for its seal, and a seal for its copy. */
const PATIENCE_SECONDS = 60;
const MAX_FINDINGS = 100;
const DAY_MS = 86_400_000;

const PAGE = `WITH s AS (
    SELECT * FROM (SELECT *, sum(entry_count) OVER (ORDER BY seal_number) - entry_count AS before
      FROM (SELECT * FROM audit_seals WHERE seal_number > $2 ORDER BY seal_number LIMIT ${SEALS}) AS next
    ) AS counted WHERE before < ${ENTRIES})
  SELECT s.seal_number AS number, s.entry_count AS count, encode(s.hash, 'hex') AS hash,
    encode(s.previous_hash, 'hex') AS previous, encode(s.root, 'hex') AS root,
    s.after_xid::text AS after, s.last_xid::text AS last, s.sealed_at AS "sealedAt",
    ${SEAL_HASH} = s.hash AS "isOwn", covered.found, encode(covered.root, 'hex') AS "foundRoot",
    extract(epoch FROM clock_timestamp() - s.sealed_at)::float8 AS "ageSeconds"
  FROM s CROSS JOIN LATERAL (
    SELECT count(*)::integer AS found, ${ROOT} AS root FROM audit_entries e
    WHERE e.written_by > s.after_xid AND e.written_by <= s.last_xid) AS covered
  ORDER BY s.seal_number`;

const UNCOVERED = `SELECT
    (SELECT count(*) FROM audit_entries WHERE written_by <= $1::xid8) AS before,
    (SELECT count(*) FROM audit_entries WHERE written_by > $2::xid8 AND written_by < ${HORIZON}
      AND occurred_at < now() - $3 * interval '1 second') AS after`;

/**
 * Compares each seal of a database with its entries, with the seal before it and with its copy. The
 * entries stay in the database, which hashes them; memory does not grow with their number.
 */
export async function verifyAudit({ service, pool, copies }: AuditToVerify): Promise<AuditReport> {
  // Read before the database: a seal is there before its copy.
  const knownTo = await copies.last();
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const report = await new Verification(service, copies).run(client, knownTo);
    await client.query('COMMIT');
    failed = false;
    return report;
  } finally {
    client.release(failed);
  }
}

class Verification {
  private readonly findings: string[] = [];
  private seals = 0;
  private entries = 0;
  private first: SealRow | undefined;
  private last: SealRow | undefined;

  constructor(
    private readonly service: ServiceName,
    private readonly copies: SealCopies,
  ) {}

  async run(client: PoolClient, knownTo: number): Promise<AuditReport> {
    for (;;) {
      const values = [this.service, this.last?.number ?? 0];
      const { rows } = await client.query<SealRow>(PAGE, values);
      if (rows.length === 0) break;
      await this.check(rows, knownTo);
    }
    await this.checkHead();
    this.checkTail(knownTo);
    await this.checkUncovered(client);
    const { service, seals, entries, findings } = this;
    return { service, seals, entries, findings };
  }

  private async check(rows: readonly SealRow[], knownTo: number): Promise<void> {
    const range = { first: rows[0]?.number ?? 0, last: rows.at(-1)?.number ?? 0 };
    const copies = new Map((await this.copies.between(range)).map((copy) => [copy.number, copy]));
    for (const row of rows) {
      this.first ??= row;
      this.checkEntries(row);
      if (this.last) this.checkOrder(row, this.last);
      this.checkCopy(row, copies.get(row.number), knownTo);
      this.seals += 1;
      this.entries += row.found;
      this.last = row;
    }
  }

  private checkEntries({ number, count, found, root, foundRoot, isOwn }: SealRow): void {
    if (!isOwn) this.find(`seal ${number} was changed`);
    if (found < count)
      this.find(`seal ${number}: ${count - found} of ${count} entries are missing`);
    else if (found > count) this.find(`seal ${number}: ${found - count} entries were added`);
    else if (root !== foundRoot) this.find(`seal ${number}: an entry was changed`);
  }

  private checkOrder(row: SealRow, last: SealRow): void {
    if (row.number === last.number + 2) this.find(`seal ${last.number + 1} is missing`);
    else if (row.number > last.number + 2) {
      this.find(`the seals ${last.number + 1} to ${row.number - 1} are missing`);
    } else if (row.previous !== last.hash || row.after !== last.last) {
      this.find(`seal ${row.number} does not follow seal ${last.number}`);
    }
  }

  private checkCopy(row: SealRow, copy: SealCopy | undefined, knownTo: number): void {
    if (copy && copy.hash !== row.hash) {
      this.find(`seal ${row.number}: the gateway knows another one`);
    }
    const isYoung = row.number > knownTo && row.ageSeconds < PATIENCE_SECONDS;
    if (copy || isYoung || row.ageSeconds * 1_000 > MONEY_DAYS * DAY_MS) return;
    this.find(`seal ${row.number}: the gateway does not know it`);
  }

  /** Retention deletes the oldest seals after years; younger ones were taken. */
  private async checkHead(): Promise<void> {
    if (!this.first || this.first.number === 1) return;
    const before = this.first.number - 1;
    const [copy] = await this.copies.between({ first: before, last: before });
    if (!copy || +copy.receivedAt < Date.now() - MONEY_DAYS * DAY_MS) return;
    this.find(`head cut: the database begins at seal ${this.first.number}`);
  }

  private checkTail(knownTo: number): void {
    const last = this.last?.number ?? 0;
    if (last >= knownTo) return;
    this.find(`tail cut: the gateway knows seal ${knownTo}, the database ends at ${last}`);
  }

  private async checkUncovered(client: PoolClient): Promise<void> {
    const values = [this.first?.after ?? '0', this.last?.last ?? '0', PATIENCE_SECONDS];
    const { rows } = await client.query<{ before: number; after: number }>(UNCOVERED, values);
    const [{ before, after } = { before: 0, after: 0 }] = rows;
    if (before > 0) this.find(`entries from before the first seal: ${before}`);
    if (after > 0) this.find(`entries older than a minute without a seal: ${after}`);
  }

  private find(finding: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push(finding);
  }
}
