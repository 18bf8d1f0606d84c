import type { Figure, OperatorClaim, ReadFiguresResponse } from '@towpath/contracts/operator';
import { eventually, OperatorAt } from '@towpath/testing';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

let service: TestDisputes;
let processor: StandInProcessor;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  processor = await StandInProcessor.start();
  service = await TestDisputes.start({ sandboxUrl: processor.url });
  app = await service.customerApp();
  other = await service.customerApp();
  await contested(app);
  await contested(other);
}, START_MS);
afterAll(async () => {
  await service?.end();
  await processor?.stop();
});

async function contested(of: TestApp): Promise<void> {
  const body = gw1Body({ app: of, paymentId: service.payments.add(of), amount: 12_500 });
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
}

const ask = (query: Record<string, string> = {}, claim: Partial<OperatorClaim> = {}) => {
  const { gateway, internalUrl } = service;
  const at = { service: 'dispute', gateway, internalUrl } as const;
  return new OperatorAt(at, claim).ask<ReadFiguresResponse>('readFigures', { query });
};
const figure = async (
  name: Figure['figure'],
  claim: Partial<OperatorClaim> = {},
  query: Record<string, string> = {},
) => {
  const { body } = await ask(query, claim);
  return body.figures
    .filter((each) => each.figure === name)
    .flatMap(({ rows, unit }) => rows.map(({ labels, value }) => ({ ...labels, unit, value })));
};

describe('the figures of disputes', () => {
  it('count those that wait for an answer by the days that are left, by the clock of each app', async () => {
    const deadline = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000);
    const due = (of: TestApp, days: number) =>
      service.query(
        `UPDATE disputes SET due_at = now(), report = report ||
           jsonb_build_object('defensePeriodDeadline', $2::text) WHERE customer_app_id = $1`,
        [of.id, deadline(days).toISOString()],
      );
    await due(app, 2);
    await due(other, 30);
    const test = { app_type: 'TEST', unit: 'count', value: 1 };
    const rows = await figure('DISPUTE_DEADLINES');
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...test, days_left: '2' },
        { ...test, days_left: 'more' },
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  it('are those of the apps of the claim, and of the app that is asked for', async () => {
    const of = { apps: [app.id] };
    expect(await figure('DISPUTE_DEADLINES', of)).toMatchObject([{ days_left: '2' }]);
    const query = { customer_app_id: other.id };
    expect(await figure('DISPUTE_DEADLINES', {}, query)).toMatchObject([{ days_left: 'more' }]);
    expect((await ask(query, of)).status).toBe(403);
    expect(await figure('DISPUTE_DEADLINES', { apps: [] })).toEqual([]);
  });
});

describe('the figures of messages', () => {
  it('count unread ones by topic as Kafka does, for an operator of all apps', async () => {
    // Left out as long as Kafka does not answer.
    const unread = await eventually(async () => {
      const rows = await figure('CONSUMER_LAG');
      const found = rows.filter((row) => 'state' in row && row.state === 'unread');
      return found.length > 0 && found;
    });
    expect(unread.map((row) => 'topic' in row && row.topic)).toContain(
      'payments.payment.events.v1',
    );
    const of = { apps: [app.id] };
    expect(JSON.stringify(await figure('CONSUMER_LAG', of))).not.toContain('unread');
  });

  it('count those that wait to be published, and tell the age of the oldest', async () => {
    await service.query(
      `INSERT INTO outbox (event_id, customer_app_id, topic, message_key, event_name, event_version,
         sequence, payload, occurred_at, created_at)
       VALUES ('e-1', $1, 'no.such.topic', 'key', 'x', 1, 1, '{}', now(), now() - interval '1 hour')`,
      [app.id],
    );
    const waiting = { topic: 'no.such.topic', state: 'unpublished' };
    const rows = await figure('CONSUMER_LAG', { apps: [app.id] });
    expect(rows).toContainEqual({ ...waiting, unit: 'count', value: 1 });
    const age = Math.max(...rows.map(({ unit, value }) => (unit === 'seconds' ? value : 0)));
    expect(Math.round(age / 600)).toBe(6);
    const others = await figure('CONSUMER_LAG', { apps: [other.id] });
    expect(JSON.stringify(others)).not.toContain('no.such.topic');
  });

  it('count those that were parked, by topic and reason', async () => {
    await service.query(
      `INSERT INTO parked_messages (parked_message_id, consumer_group, topic, kafka_partition,
         kafka_offset, message_key, customer_app_id, headers, reason, error, attempts, replayed_at)
       SELECT 'parked-' || n, 'dispute', 'some.topic', 0, n, 'key', $1, '{}', 'BROKEN', 'x', 5,
         CASE WHEN n = 3 THEN now() END FROM generate_series(1, 3) n`,
      [app.id],
    );
    const parked = { topic: 'some.topic', reason: 'BROKEN', unit: 'count', value: 2 };
    expect(await figure('PARKED_MESSAGES')).toEqual([parked]);
    expect(await figure('PARKED_MESSAGES', { apps: [other.id] })).toEqual([]);
  });
});

it('refuses a period that is longer than a quarter, or that ends before it begins', async () => {
  const longest = { date_from: '2026-01-01', date_to: '2026-04-02' };
  expect((await ask(longest)).status).toBe(200);
  expect((await ask({ ...longest, date_to: '2026-04-03' })).status).toBe(400);
  expect((await ask({ date_from: '2999-01-01' })).status).toBe(400);
});
