// A program of the floor: `edge` passes each operation on to `core`, which writes what the system
// wrote and calls `peer`; `peer` and `stub` answer with what they are asked. No framework.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@towpath/kernel';
import { fastify } from 'fastify';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import pg from 'pg';
import { Pool } from 'undici';
import { BODY, renewer, type FloorPlan, type FloorValue } from './floor-plan.js';
import { FLOOR_SCHEMA } from './floor-tables.js';

/** As the relay of the system: one round in so many ms, so many rows each. */
const ROUND_MS = 25;
const ROUND_ROWS = 500;
const CONNECTIONS = 10;

const [role = '', port, ...given] = process.argv.slice(2);
const app = fastify();
if (role === 'edge') edge(given[0] ?? '');
else if (role === 'core') await core(given);
else app.post('/operation', (request) => request.body);
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: Number(port) })}\n`);

function edge(coreUrl: string): void {
  const behind = new Pool(coreUrl, { connections: 64 });
  app.post('/operation', (request) => post(behind, request.body));
}

async function post(to: Pool, body: unknown): Promise<unknown> {
  const answer = await to.request({
    method: 'POST',
    path: '/operation',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.body.json();
}

async function core([planFile = '', peerUrl = '', stubUrl = '']: readonly string[]): Promise<void> {
  const plan = JSON.parse(readFileSync(planFile, 'utf8')) as FloorPlan;
  const peer = new Pool(peerUrl, { connections: 64 });
  const stub = new Pool(stubUrl, { connections: 64 });
  const pools = new Map(
    Object.entries(plan.databases).map(([name, connectionString]) => [
      name,
      new pg.Pool({ connectionString, max: CONNECTIONS, idleTimeoutMillis: 0 }),
    ]),
  );
  let turn = 0;
  app.post('/operation', async () => {
    turn += 1;
    const { statements } = plan.operations[turn % plan.operations.length] ?? { statements: [] };
    const at = { plan, turn, renew: renewer(plan.newSince, () => newId(new Date())) };
    for (const [index, { database, sql, values }] of statements.entries()) {
      await pools.get(database)?.query({
        name: `${turn % plan.operations.length} ${index}`,
        text: sql,
        values: values.map((value) => textOf(value, at)),
      });
    }
    for (let calls = 0; calls < plan.calls; calls += 1) await post(peer, BODY);
    for (let calls = 0; calls < plan.outsideCalls; calls += 1) await post(stub, BODY);
    return BODY;
  });
  const producer = await connectProducer(plan);
  for (const database of plan.outboxes) {
    const pool = pools.get(database);
    if (pool) void relay(pool, producer, plan.topic);
  }
}

interface At {
  readonly plan: FloorPlan;
  readonly turn: number;
  readonly renew: (text: string) => string;
}

function textOf(value: FloorValue, { plan, turn, renew }: At): string | null {
  if ('text' in value) return value.text === null ? null : renew(value.text);
  const rows = plan.rows[value.rowOf] ?? [];
  return rows[turn % rows.length]?.[value.column] ?? null;
}

async function connectProducer({ kafkaBrokers, topic }: FloorPlan): Promise<Producer> {
  const kafka = new Kafka({ brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 6 }], waitForLeaders: true });
  await admin.disconnect();
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  return producer;
}

/** Publishes what the operations wrote, many events at a time. */
async function relay(pool: pg.Pool, producer: Producer, topic: string): Promise<void> {
  const closing = once(app.server, 'close');
  for (let open = true; open;) {
    open = await Promise.race([closing.then(() => false), pause(ROUND_MS, true)]);
    const { rows } = await pool.query<Record<string, string>>({
      name: 'unpublished',
      text: `SELECT position, event_id, message_key, payload::text AS payload
             FROM ${FLOOR_SCHEMA}.outbox WHERE published_at IS NULL ORDER BY position LIMIT $1`,
      values: [ROUND_ROWS],
    });
    if (rows.length === 0) continue;
    const messages = rows.map(({ message_key: key = '', payload: value = '', event_id = '' }) => ({
      key,
      value,
      headers: { ce_id: event_id },
    }));
    await producer.send({ topic, messages, acks: -1 });
    await pool.query({
      name: 'published',
      text: `UPDATE ${FLOOR_SCHEMA}.outbox SET published_at = clock_timestamp()
             WHERE position = ANY ($1::bigint[])`,
      values: [rows.map(({ position }) => position)],
    });
  }
}
