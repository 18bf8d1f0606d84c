import { newId, type CustomerAppId } from '@towpath/kernel';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { OperatorReads } from '../operators/operator-reads.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { listAuditEntries, recordAudit, type AuditedDeed } from './audit-entries.js';
import { auditSealsAfter, lastAuditSeal, sealAudit, type AuditSeal } from './audit-seals.js';

const SERVICE = 'dispute';
const ADA = { subject: 'local:ada', role: 'admin', session: 'S1' } as const;
const SIGHT = { act: 'SIGHT', operation: 'seeResource', kind: 'dispute' } as const;

let database: TestDatabase;
let specimen: Specimen;
let reads: OperatorReads;

beforeEach(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  const { app: databaseUrl, worker: databaseWorkerUrl } = database.urls;
  const config = { databaseUrl, databaseWorkerUrl, keysDir: '' };
  reads = new OperatorReads({ service: 'specimen', config });
});
afterEach(async () => {
  await reads?.close();
  await specimen?.close();
  await database?.drop();
});

const record = (deed: AuditedDeed, by = ADA as Parameters<typeof recordAudit>[1]) =>
  specimen.transactions.asWorker((tx) => recordAudit(tx, by, deed));
const see = (id: string) => record({ ...SIGHT, customerAppId: specimen.ours, id });
const seal = () => specimen.transactions.asWorker((tx) => sealAudit(tx, SERVICE));
/** Seals so many entries; the horizon is that of the whole server, where other tests run. */
const sealed = async (count: number) => {
  const seals: AuditSeal[] = [];
  await eventually(async () => {
    for (let one = await seal(); one; one = await seal()) seals.push(one);
    return seals.reduce((sum, one) => sum + one.count, 0) >= count;
  });
  expect(seals.reduce((sum, one) => sum + one.count, 0)).toBe(count);
  return seals;
};
const rowsOf = async (sql: string) => (await specimen.adminPool.query<object>(sql)).rows;

describe('an audit entry', () => {
  it('is written in the transaction of the action, and not without it', async () => {
    await expect(
      specimen.transactions.forApp(specimen.ours, async (tx) => {
        await recordAudit(tx, ADA, { ...SIGHT, customerAppId: specimen.ours, id: 'D1' });
        throw new Error('no action');
      }),
    ).rejects.toThrow('no action');
    await specimen.transactions.forApp(specimen.ours, (tx) =>
      recordAudit(tx, ADA, { ...SIGHT, customerAppId: specimen.ours, id: 'D2', members: ['arn'] }),
    );
    expect(await rowsOf('SELECT * FROM audit_entries')).toEqual([
      expect.objectContaining({
        ...{ ...ADA, act: 'SIGHT', operation: 'seeResource', customer_app_id: specimen.ours },
        ...{ kind: 'dispute', resource_id: 'D2', members: ['arn'], reason: null },
      }),
    ]);
  });

  it('is about the app of its transaction, or is written by the worker', async () => {
    const ofTheirs = specimen.transactions.forApp(specimen.ours, (tx) =>
      recordAudit(tx, ADA, { ...SIGHT, customerAppId: specimen.theirs }),
    );
    await expect(ofTheirs).rejects.toThrow('row-level security');
    await record(SIGHT);
    expect(await rowsOf('SELECT customer_app_id AS app FROM audit_entries')).toEqual([
      { app: null },
    ]);
  });

  it('has the transaction and the time that the database gives', async () => {
    for (const column of ['written_by', 'occurred_at']) {
      const value = column === 'written_by' ? "'7'" : 'now()';
      const forged = specimen.workerPool.query(
        `INSERT INTO audit_entries (audit_entry_id, ${column}, subject, role, session, act, operation)
         VALUES ('x', ${value}, 'a', 'admin', 's', 'SIGHT', 'o')`,
      );
      await expect(forged).rejects.toThrow('permission denied');
    }
  });

  it.each(['audit_entries', 'audit_seals'])('stays in %s as it is', async (table) => {
    await see('D1');
    await sealed(1);
    const column = table === 'audit_seals' ? 'root' : 'subject';
    for (const sql of [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      await expect(specimen.workerPool.query(sql)).rejects.toThrow('permission denied');
      await expect(specimen.adminPool.query(sql)).rejects.toThrow('never changed nor deleted');
    }
  });

  it('is listed newest first, by page, and to those who may see its app', async () => {
    for (const id of ['D1', 'D2', 'D3']) await see(id);
    await record({ ...SIGHT, customerAppId: specimen.theirs, id: 'D4', reason: 'ticket 7' });
    await record({ act: 'ACTION', operation: 'discard' }, { ...ADA, subject: 'os:bob@here' });
    type Filters = Partial<Parameters<typeof listAuditEntries>[1]>;
    const list = (filters: Filters, apps: readonly string[] | '*' = '*') =>
      reads.of(apps, (query) =>
        listAuditEntries(query, { service: SERVICE, limit: 10, ...filters }),
      );
    const idsOf = async (filters: Filters, apps?: readonly string[]) =>
      (await list(filters, apps)).entries.map(({ id, operation }) => id ?? operation);
    expect(await idsOf({})).toEqual(['discard', 'D4', 'D3', 'D2', 'D1']);
    expect(await idsOf({}, [specimen.ours])).toEqual(['D3', 'D2', 'D1']);
    expect(await idsOf({}, [])).toEqual([]);
    expect(await idsOf({ customerAppId: specimen.theirs })).toEqual(['D4']);
    expect(await idsOf({ subject: 'os:bob@here' })).toEqual(['discard']);
    expect(await idsOf({ id: 'D2' })).toEqual(['D2']);
    const first = await list({ limit: 3 });
    expect(first.entries[1]).toEqual({
      ...{ audit_entry_id: expect.any(String), service: SERVICE, ...ADA, ...SIGHT, id: 'D4' },
      ...{ customer_app_id: specimen.theirs, members: [], reason: 'ticket 7' },
      occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await idsOf({ limit: 3, after: first.next })).toEqual(['D2', 'D1']);
    expect((await list({ limit: 2, after: first.next })).next).toBeUndefined();
  });
});

describe('a seal', () => {
  it('covers what no seal covers yet, and follows the seal before it', async () => {
    expect(await seal()).toBeNull();
    for (const id of ['D1', 'D2']) await see(id);
    await sealed(2);
    await see('D3');
    const [last] = await sealed(1);
    expect(await seal()).toBeNull();
    const seals = await specimen.transactions.asWorker((tx) =>
      auditSealsAfter(tx, { number: 0, limit: 10 }),
    );
    expect(seals.at(-1)).toEqual(last);
    expect(await specimen.transactions.asWorker(lastAuditSeal)).toBe(seals.length);
  });

  it('waits for a transaction that began before, whatever commits meanwhile', async () => {
    const late = new pg.Client({ connectionString: database.urls.worker });
    await late.connect();
    try {
      await late.query('BEGIN');
      await late.query(
        `INSERT INTO audit_entries (audit_entry_id, subject, role, session, act, operation)
         VALUES ($1, 'late', 'admin', 's', 'SIGHT', 'o')`,
        [newId<CustomerAppId>(new Date())],
      );
      for (const id of ['D1', 'D2']) await see(id);
      expect(await seal()).toBeNull();
      await late.query('COMMIT');
    } finally {
      await late.end();
    }
    await sealed(3);
  });

  it('is one of a chain, although two processes seal at once', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `D${index}`);
    await Promise.all(ids.flatMap((id) => [see(id), seal(), seal()]));
    await eventually(async () => {
      while (await seal());
      const [row] = await rowsOf('SELECT sum(entry_count)::int AS count FROM audit_seals');
      return (row as { count: number }).count === ids.length;
    });
    const breaks = await rowsOf(`SELECT seal_number FROM (SELECT *,
        lag(hash) OVER w AS expected, lag(last_xid) OVER w AS covered, lag(seal_number) OVER w AS before
      FROM audit_seals WINDOW w AS (ORDER BY seal_number)) AS chained
      WHERE seal_number > 1 AND (previous_hash IS DISTINCT FROM expected
        OR after_xid IS DISTINCT FROM covered OR seal_number <> before + 1)`);
    expect(breaks).toEqual([]);
  });

  it('is not written for the app role', async () => {
    const app = specimen.appPool.query('SELECT FROM audit_seals');
    await expect(app).rejects.toThrow('permission denied');
  });
});
