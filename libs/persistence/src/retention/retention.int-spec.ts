import { Metrics } from '@towpath/observability';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { RetentionJob } from './retention-job.js';
import { baseRetention } from './retention-rules.js';

let database: TestDatabase;
let specimen: Specimen;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

/** One row per table whose age column is `days` old; null for a row that has not begun to age. */
async function addRows(days: number | null): Promise<void> {
  const age = days === null ? 'NULL' : `now() - interval '${days} days'`;
  const created = days === null ? 'now()' : age;
  const name = `${days}`;
  await specimen.adminPool.query(`
    INSERT INTO idempotency_keys (customer_app_id, scope_hash, operation, status, sealed, created_at)
      VALUES ('a', '${name}', 'o', 'DONE', '', ${created});
    INSERT INTO inbox VALUES ('g', '${name}', 'a', ${created});
    INSERT INTO outbox (event_id, customer_app_id, topic, message_key, event_name, event_version,
      sequence, payload, occurred_at, published_at)
      VALUES ('e', 'a', 't', '${name}', 'n', 1, 1, '{}', now() - interval '90 days', ${age});
    INSERT INTO parked_messages (parked_message_id, consumer_group, topic, kafka_partition,
      kafka_offset, message_key, headers, reason, error, attempts, parked_at, replayed_at)
      VALUES ('${name}', 'g', 't', 1, ${days ?? -1}, 'k', '{}', 'r', 'e', 1,
        now() - interval '90 days', ${age});`);
}

const left = async (sql: string) =>
  (await specimen.adminPool.query<{ age: string }>(sql)).rows.map(({ age }) => age).toSorted();

describe('retention', () => {
  beforeAll(async () => {
    for (const days of [0, 1, 2, 29, 31, null]) await addRows(days);
  });

  it('deletes rows older than the rule of their table, and no others', async () => {
    const metrics = new Metrics('specimen');
    const job = new RetentionJob(specimen.transactions, baseRetention, metrics);
    expect(await job.runDue(specimen.ours)).toBe(0);
    expect(await job.runDue()).toBe(7);
    const counted = (await metrics.text()).split('\n').filter((line) => line.includes('{table='));
    expect(counted).toEqual([
      'retention_deleted_rows_total{table="idempotency_keys",service="specimen"} 4',
      'retention_deleted_rows_total{table="inbox",service="specimen"} 1',
      'retention_deleted_rows_total{table="outbox",service="specimen"} 1',
      'retention_deleted_rows_total{table="parked_messages",service="specimen"} 1',
      'retention_deleted_rows_total{table="audit_seals",service="specimen"} 0',
    ]);
    expect(await left('SELECT scope_hash AS age FROM idempotency_keys')).toEqual(['0', 'null']);
    expect(await left('SELECT event_id AS age FROM inbox')).toEqual(['0', '1', '2', '29', 'null']);
    const kept = ['0', '1', '2', '29', 'null'];
    expect(await left('SELECT message_key AS age FROM outbox')).toEqual(kept);
    expect(await left('SELECT parked_message_id AS age FROM parked_messages')).toEqual(kept);
  });

  it('pauses for an hour afterwards, and does not depend on an app clock', async () => {
    const job = new RetentionJob(specimen.transactions, baseRetention);
    await job.runDue();
    await addRows(40);
    expect(await job.runDue()).toBe(0);
    const nextDue = specimen.transactions.asWorker((tx) => job.nextDue(tx, specimen.ours));
    expect(await nextDue).toBeNull();
    expect(await new RetentionJob(specimen.transactions, baseRetention).runDue()).toBe(4);
  });

  it('keeps a row until the last minute of its time', async () => {
    const addAged = (name: string, minutes: number) =>
      specimen.adminPool.query(
        `INSERT INTO inbox VALUES ('edge', $1, 'a',
           now() - interval '30 days' - $2 * interval '1 minute')`,
        [name, minutes],
      );
    await addAged('older', 1);
    await addAged('younger', -1);
    await new RetentionJob(specimen.transactions, baseRetention).runDue();
    const edge = `SELECT event_id AS age FROM inbox WHERE consumer_group = 'edge'`;
    expect(await left(edge)).toEqual(['younger']);
  });

  it('deletes more rows than one batch has', async () => {
    await specimen.adminPool.query(
      `INSERT INTO inbox SELECT 'many', n::text, 'a', now() - interval '31 days'
       FROM generate_series(1, 10001) n`,
    );
    const job = new RetentionJob(specimen.transactions, baseRetention);
    expect(await job.runDue()).toBe(10_001);
  });

  it('keeps the rows that its rule does not name', async () => {
    await specimen.adminPool.query(
      `INSERT INTO inbox SELECT 'spoken', n::text, 'a', now() - interval '31 days'
       FROM generate_series(1, 3) n`,
    );
    const rules = baseRetention
      .filter(({ table }) => table === 'inbox')
      .map((rule) => ({ ...rule, only: `event_id <> '2'` }));
    await new RetentionJob(specimen.transactions, rules).runDue();
    const spoken = `SELECT event_id AS age FROM inbox WHERE consumer_group = 'spoken'`;
    expect(await left(spoken)).toEqual(['2']);
  });

  it('refuses two rules for one table', () => {
    const rule = baseRetention.slice(0, 1);
    expect(() => new RetentionJob(specimen.transactions, [...rule, ...rule])).toThrow(
      'two retention rules',
    );
  });
});
