import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { RetentionJob } from '../retention/retention-job.js';
import { baseRetention } from '../retention/retention-rules.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { recordAudit } from './audit-entries.js';
import { auditSealsAfter, sealAudit } from './audit-seals.js';
import { verifyAudit, type SealCopy } from './verify-audit.js';

const SERVICE = 'dispute';
const ADA = { subject: 'local:ada', role: 'admin', session: 'S1' } as const;

let database: TestDatabase;
let specimen: Specimen;
/** What the gateway knows, as the test wants it. */
let known: SealCopy[];

/** Five seals of two entries each, with their copies. */
beforeEach(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  known = [];
  for (let number = 1; number <= 5; number += 1) await addSeal(number);
});
afterEach(async () => {
  await specimen?.close();
  await database?.drop();
});

const seal = () => specimen.transactions.asWorker((tx) => sealAudit(tx, SERVICE));

/** Two entries of one transaction, so that one seal has both. */
async function addSeal(number: number, { copied = true } = {}): Promise<void> {
  await specimen.transactions.asWorker(async (tx) => {
    for (const id of ['D1', 'D2']) {
      const resource = { customerAppId: specimen.ours, kind: 'dispute', id };
      await recordAudit(tx, ADA, { act: 'SIGHT', operation: 'seeResource', ...resource });
    }
  });
  await eventually(async () => (await seal()) !== null);
  if (!copied) return;
  const [made] = await specimen.transactions.asWorker((tx) =>
    auditSealsAfter(tx, { number: number - 1, limit: 1 }),
  );
  if (made) known.push({ number, hash: made.hash, receivedAt: new Date() });
}

const copies = {
  last: () => Promise.resolve(known.at(-1)?.number ?? 0),
  between: ({ first, last }: { first: number; last: number }) =>
    Promise.resolve(known.filter(({ number }) => number >= first && number <= last)),
};
const verify = () => verifyAudit({ service: SERVICE, pool: specimen.workerPool, copies });
const findings = async () => (await verify()).findings;

/** As an administrator who disables the triggers. */
async function tamper(sql: string): Promise<void> {
  const client = await specimen.adminPool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(sql);
  } finally {
    client.release(true);
  }
}

/** Entries of seal `s`. */
const OF = (number: number) =>
  `audit_entries e USING audit_seals s WHERE s.seal_number = ${number}
     AND e.written_by > s.after_xid AND e.written_by <= s.last_xid`;
const ONE_OF = (number: number) =>
  `audit_entry_id = (SELECT min(audit_entry_id) FROM audit_entries e JOIN audit_seals s
     ON e.written_by > s.after_xid AND e.written_by <= s.last_xid WHERE s.seal_number = ${number})`;
const age = (days: number) =>
  tamper(`UPDATE audit_entries SET occurred_at = occurred_at - interval '${days} days';
    UPDATE audit_seals SET sealed_at = sealed_at - interval '${days} days'`);

describe('verification of the audit', () => {
  it('finds nothing where nobody changed anything', async () => {
    expect(await verify()).toEqual({ service: SERVICE, seals: 5, entries: 10, findings: [] });
  });

  it.each([
    [
      'a deleted entry',
      `DELETE FROM audit_entries WHERE ${ONE_OF(3)}`,
      ['seal 3: 1 of 2 entries are missing'],
    ],
    [
      'a changed entry',
      `UPDATE audit_entries SET subject = 'local:eve' WHERE ${ONE_OF(2)}`,
      ['seal 2: an entry was changed'],
    ],
    [
      'an entry about another app',
      `UPDATE audit_entries SET customer_app_id = NULL, kind = customer_app_id WHERE ${ONE_OF(2)}`,
      ['seal 2: an entry was changed'],
    ],
    [
      'an inserted entry',
      `INSERT INTO audit_entries SELECT 'x', written_by, occurred_at, 'local:eve', role, session, act,
         operation, customer_app_id, kind, resource_id, members, reason
       FROM audit_entries WHERE ${ONE_OF(4)}`,
      ['seal 4: 1 entries were added'],
    ],
    [
      'an inserted entry before the first seal',
      `INSERT INTO audit_entries SELECT 'x', '0', occurred_at, 'local:eve', role, session, act,
         operation FROM audit_entries WHERE ${ONE_OF(4)}`,
      ['entries from before the first seal: 1'],
    ],
    [
      'the last seals, deleted with their entries',
      `DELETE FROM ${OF(4)}; DELETE FROM ${OF(5)}; DELETE FROM audit_seals WHERE seal_number > 3`,
      ['tail cut: the gateway knows seal 5, the database ends at 3'],
    ],
    [
      'all seals, deleted with their entries',
      `DELETE FROM audit_entries; DELETE FROM audit_seals`,
      ['tail cut: the gateway knows seal 5, the database ends at 0'],
    ],
    [
      'a deleted seal in the middle',
      `DELETE FROM audit_seals WHERE seal_number = 3`,
      ['seal 3 is missing'],
    ],
    [
      'deleted seals in the middle, with their entries',
      `DELETE FROM ${OF(2)}; DELETE FROM ${OF(3)}; DELETE FROM audit_seals WHERE seal_number IN (2, 3)`,
      ['the seals 2 to 3 are missing'],
    ],
    [
      'the first seals, deleted with their entries',
      `DELETE FROM ${OF(1)}; DELETE FROM ${OF(2)}; DELETE FROM audit_seals WHERE seal_number < 3`,
      ['head cut: the database begins at seal 3'],
    ],
    [
      'a deleted entry, with a changed count',
      `DELETE FROM audit_entries WHERE ${ONE_OF(3)};
       UPDATE audit_seals SET entry_count = 1 WHERE seal_number = 3`,
      ['seal 3 was changed', 'seal 3: an entry was changed'],
    ],
  ])('finds %s', async (_what, sql, expected) => {
    await tamper(sql);
    expect(await findings()).toEqual(expected);
  });

  it('finds a seal that was written again, which the next seal and the gateway contradict', async () => {
    await tamper(`DELETE FROM ${OF(5)}; DELETE FROM audit_seals WHERE seal_number = 5`);
    await addSeal(5, { copied: false });
    await addSeal(6);
    expect(await findings()).toEqual(['seal 5: the gateway knows another one']);
    await tamper(`UPDATE audit_seals SET hash = '\\x00' WHERE seal_number = 2`);
    expect(await findings()).toEqual([
      'seal 2 was changed',
      'seal 2: the gateway knows another one',
      'seal 3 does not follow seal 2',
      'seal 5: the gateway knows another one',
    ]);
  });

  it('finds seals that the gateway does not know, unless they are younger than a minute', async () => {
    await addSeal(6, { copied: false });
    expect(await findings()).toEqual([]);
    known = known.filter(({ number }) => number !== 2);
    expect(await findings()).toEqual(['seal 2: the gateway does not know it']);
  });

  it('finds an entry that nobody has sealed for a minute', async () => {
    await tamper(
      `INSERT INTO audit_entries SELECT 'x', pg_current_xact_id(), now() - interval '61 seconds',
         subject, role, session, act, operation FROM audit_entries WHERE ${ONE_OF(4)}`,
    );
    await eventually(async () => (await findings()).length > 0);
    expect(await findings()).toEqual(['entries older than a minute without a seal: 1']);
  });

  it('begins after the seals that retention has deleted, and the database keeps younger ones', async () => {
    const job = () => new RetentionJob(specimen.transactions, baseRetention).runDue();
    await age(2_556);
    expect(await job()).toBe(0);
    await age(2);
    known = known.map((copy) => ({ ...copy, receivedAt: new Date(0) }));
    await addSeal(6);
    expect(await job()).toBe(10);
    expect(await verify()).toEqual({ service: SERVICE, seals: 1, entries: 2, findings: [] });
  });
});
