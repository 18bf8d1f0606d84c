import type { FindResourcesResponse, OperatorClaim } from '@towpath/contracts/operator';
import { eventRegistry } from '@towpath/contracts';
import { newId, type CustomerAppId, type EventId } from '@towpath/kernel';
import { toHeaders } from '@towpath/messaging';
import { OperatorAt } from '@towpath/testing';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';

let service: TestDisputes;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  service = await TestDisputes.start();
  app = await service.customerApp();
  other = await service.customerApp();
}, START_MS);
afterAll(() => service?.end());

const now = () => Math.floor(Date.now() / 1_000);
const operator = (claim: Partial<OperatorClaim> = {}) => {
  const { gateway, internalUrl } = service;
  const usual = { role: 'operator', authenticated_at: now() } as const;
  return new OperatorAt({ service: 'dispute', gateway, internalUrl }, { ...usual, ...claim });
};

interface Parked {
  readonly id: string;
  readonly key: string;
  readonly eventId: EventId;
}

let offset = 0;
const RETURNED = 'payment.returned';

/** Messages of one key that wait: the first one failed, the others are behind it. */
async function parked(count = 1, appId: CustomerAppId | null = app.id): Promise<Parked> {
  const key = newId(new Date());
  const { topic } = eventRegistry.byName(RETURNED, 1);
  const ids = Array.from({ length: count }, () => newId<EventId>(new Date()));
  for (const [index, id] of ids.entries()) {
    const event = { eventId: id, name: RETURNED, version: 1, source: 'payment-link', subject: key };
    const { customerappid, ...rest } = toHeaders({
      ...event,
      occurredAt: new Date(),
      customerAppId: appId ?? app.id,
      sequence: index + 1,
      traceparent: undefined,
      requestId: undefined,
    });
    const headers = appId === null ? rest : { ...rest, customerappid };
    offset += 1;
    await service.query(
      `INSERT INTO parked_messages (parked_message_id, consumer_group, topic, kafka_partition,
         kafka_offset, message_key, customer_app_id, event_id, event_name, headers, reason, error,
         attempts)
       VALUES ($1, 'dispute', $2, 0, $3, $4, $5, $1, $6, $7, $8, 'of Ada', 5)`,
      [id, topic, offset, key, appId, RETURNED, headers, index === 0 ? 'POISON' : 'FOLLOWER'],
    );
  }
  const [id] = ids as [EventId];
  return { id, key, eventId: id };
}

const replaying = (id: string) =>
  ({ action: 'replay_message', customer_app_id: app.id, id }) as const;
const discarding = (id: string) =>
  ({ action: 'discard_message', customer_app_id: app.id, id }) as const;

const rowOf = async (id: string) => {
  const sql = `SELECT reason, replay_requested_at, replayed_at, xmin::text
    FROM parked_messages WHERE parked_message_id = $1`;
  const [row] = await service.query<{
    reason: string;
    replay_requested_at: Date | null;
    replayed_at: Date | null;
    xmin: string;
  }>(sql, [id]);
  return row;
};
const entriesOf = (id: string) =>
  service.query<{ operation: string; subject: string; reason: string; xmin: string }>(
    `SELECT operation, subject, reason, xmin::text FROM audit_entries WHERE resource_id = $1`,
    [id],
  );
const refused = (answer: { status: number; body: { error: { error_code: string } } }) => [
  answer.status,
  answer.body.error.error_code,
];

it('an operator finds a parked message by its ID, within the apps of the claim', async () => {
  const { id } = await parked();
  const found = async (claim: Partial<OperatorClaim> = {}) => {
    const asked = { query: { by: 'id', text: id } };
    const { body } = await operator(claim).ask<FindResourcesResponse>('findResources', asked);
    return body.parked_messages.map((message) => [message.service, message.parked_message_id]);
  };
  expect(await found()).toEqual([['dispute', id]]);
  expect(await found({ apps: [other.id] })).toEqual([]);
});

describe('an operator who discards a parked message', () => {
  it('is shown what the event would have done and what waits behind it, and nothing of people', async () => {
    const { id, key } = await parked(3);
    const { body } = await operator().preview(discarding(id));
    expect(body).toEqual({
      is_possible: true,
      effects: [
        `payment.returned of ${key} (topic payments.payment.events.v1) leaves the queue for good.`,
        'What the event would have done never happens.',
        'The payment shows what its bank took back, but no dispute stands for it.',
        '2 other messages of its key wait; replay them after this.',
      ],
      seen: 'waits, POISON, attempts 5, others 2',
      needs_fresh_login: true,
      needs_second_person: false,
    });
  });

  it('takes it out of the queue once, in the transaction of the entry of the audit', async () => {
    const { id, key, eventId } = await parked(2);
    const action_id = newId(new Date());
    const done = await operator().act(discarding(id), { action_id, reason: 'seen in 4711' });
    const topic = 'payments.payment.events.v1';
    expect(done.body.effects).toEqual([
      `payment.returned of ${key} (topic ${topic}) left the queue for good.`,
      '1 other message of its key waits.',
    ]);
    const again = await operator().act(discarding(id), { action_id });
    expect([again.status, again.body]).toEqual([200, done.body]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ reason: 'DISCARDED', replayed_at: expect.any(Date) });
    const [entry, ...others] = await entriesOf(id);
    expect(entry).toMatchObject({ operation: 'discard_message', reason: 'seen in 4711' });
    expect([entry?.xmin, others]).toEqual([row?.xmin, []]);
    const known = await service.query('SELECT FROM inbox WHERE event_id = $1', [eventId]);
    expect(known).toHaveLength(1);
    const later = await operator().act(discarding(id));
    expect([refused(later), later.body.error.details]).toEqual([
      [400, 'INVALID_REQUEST'],
      'The message left the queue: DISCARDED.',
    ]);
  });

  it.each([
    ['an hour ago', () => now() - 3_600],
    ['nobody knows when', () => undefined],
  ])('is refused if they logged in %s', async (_when, at) => {
    const { id } = await parked();
    const answer = await operator({ authenticated_at: at() as number }).act(discarding(id));
    expect(refused(answer)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect([(await rowOf(id))?.reason, await entriesOf(id)]).toEqual(['POISON', []]);
  });

  it('is refused after another message of its key was parked', async () => {
    const { id } = await parked(2);
    const { body: shown } = await operator().preview(discarding(id));
    await service.query(`UPDATE parked_messages SET attempts = 6 WHERE parked_message_id = $1`, [
      id,
    ]);
    const stale = await operator().act(discarding(id), { seen: shown.seen });
    expect(refused(stale)).toEqual([400, 'INVALID_REQUEST']);
    expect([(await rowOf(id))?.reason, await entriesOf(id)]).toEqual(['POISON', []]);
  });
});

describe('an operator who replays a parked message', () => {
  it('requests the replay of its whole key, with one entry of the audit', async () => {
    const { id, key } = await parked(2);
    const { body } = await operator().preview(replaying(id));
    expect(body.effects).toEqual([
      `payment.returned of ${key} (topic payments.payment.events.v1) is handled again within seconds.`,
      '1 other message of its key waits; they are handled again too, in their order.',
    ]);
    // An old login will do: it moves nothing that the event did not say.
    const done = await operator({ authenticated_at: now() - 3_600 }).act(replaying(id));
    expect(done.status).toBe(200);
    const requested = await service.query(
      `SELECT FROM parked_messages WHERE message_key = $1 AND replay_requested_at IS NOT NULL`,
      [key],
    );
    expect(requested).toHaveLength(2);
    const [entry, ...others] = await entriesOf(id);
    expect([entry?.operation, entry?.xmin, others]).toEqual([
      'replay_message',
      (await rowOf(id))?.xmin,
      [],
    ]);
  });
});

describe('the replay of a key', () => {
  it.each([
    ['of another app', () => other.id],
    ['about no app', () => null],
  ])('with a message %s is refused without all apps', async (_what, whose) => {
    const { id, key } = await parked(2);
    await service.query(
      `UPDATE parked_messages SET customer_app_id = $2
       WHERE message_key = $1 AND parked_message_id <> $3`,
      [key, whose(), id],
    );
    const refusal = 'A message of its key is about no customer app of yours.';
    const limited = operator({ apps: [app.id] });
    expect((await limited.preview(replaying(id))).body).toMatchObject({ refusal });
    const answer = await limited.act(replaying(id));
    expect([refused(answer), answer.body.error.details]).toEqual([
      [400, 'INVALID_REQUEST'],
      refusal,
    ]);
    expect([(await rowOf(id))?.replay_requested_at, await entriesOf(id)]).toEqual([null, []]);
    expect((await operator().act(replaying(id))).status).toBe(200);
  });
});

describe.each(['replay_message', 'discard_message'] as const)('%s', (action) => {
  it('reaches no message of another app, and none of no app without all apps', async () => {
    const theirs = await parked(1, other.id);
    const nobodys = await parked(1, null);
    const own = { action, customer_app_id: app.id } as const;
    const all = [
      await operator().act({ ...own, id: theirs.id }),
      await operator().act({ ...own, id: nobodys.id }),
      await operator().act({ action, id: theirs.id }),
      await operator({ apps: [other.id] }).act({ ...own, id: theirs.id }),
      await operator({ apps: [app.id] }).act({ action, id: nobodys.id }),
    ];
    const missing = [404, 'ROUTE_NOT_FOUND'];
    const strange = [403, 'INSUFFICIENT_SCOPE'];
    expect(all.map(refused)).toEqual([missing, missing, missing, strange, strange]);
    const entries = [...(await entriesOf(theirs.id)), ...(await entriesOf(nobodys.id))];
    expect([(await rowOf(theirs.id))?.reason, (await rowOf(nobodys.id))?.reason, entries]).toEqual([
      'POISON',
      'POISON',
      [],
    ]);
    expect((await operator().act({ action, id: nobodys.id })).status).toBe(200);
    expect(await entriesOf(nobodys.id)).toMatchObject([{ operation: action }]);
  });
});
