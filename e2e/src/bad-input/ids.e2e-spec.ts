/** @proves promise-7, promise-9 */
import { newId, type ErrorCode, type Id } from '@towpath/kernel';
import type { ApiAnswer } from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { Faults } from './refusals.js';
import { Sender } from './sender.js';
import { rowsOf, SUBJECTS, type Subject } from './specimens.js';
import { createWorld, type World } from './world.js';

const system = RunningSystem.open();
const withId = SUBJECTS.filter(({ specimen }) => specimen.unknownId);
let ours: Sender;
let theirs: Sender;
let other: World;

beforeAll(async () => {
  const worlds = await Promise.all([createWorld(system), createWorld(system)]);
  other = worlds[1];
  ours = new Sender(system, worlds[0]);
  theirs = new Sender(system, other);
});

const MALFORMED = [
  'x',
  '01jq0000000000000000000cnt',
  '01JQ0000000000000000000CNT0',
  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '%F0%9F%92%A9',
  '%2e%2e%2fpayments',
  "'%3B%20DROP%20TABLE%20payments",
  'null',
  '-1',
  'x'.repeat(200),
];
/** Not even text: the path itself is at fault. */
const UNREADABLE = '%00';
/** Paths that lead to no operation, whose envelope nobody knows: the plain one answers. */
const UNROUTABLE = ['%ff', '%', 'x'.repeat(5_000)];
const PLAIN = { operation: { envelope: 'E3' } } as const;

describe('every operation with an ID', () => {
  it.concurrent.each(rowsOf(withId))('%s refuses an unknown ID', async (_id, subject) => {
    const faults = new Faults();
    const codes = [subject.specimen.unknownId as ErrorCode];
    for (const id of [newId<Id<'Unknown'>>(new Date()), ...MALFORMED]) {
      const answer = await ours.send(subject, { id, body: ours.validBody(subject) });
      faults.add(id.slice(0, 40), { answer, expected: { ...subject, codes } });
    }
    for (const id of [UNREADABLE, ...UNROUTABLE]) {
      const answer = await ours.send(subject, { id, body: ours.validBody(subject) });
      const of = id === UNREADABLE ? subject : PLAIN;
      const expected = { ...of, codes: ['INVALID_REQUEST'] as ErrorCode[] };
      faults.add(id.slice(0, 40), { answer, expected });
    }
    expect(faults.list).toEqual([]);
  });

  it.concurrent.each(rowsOf(withId))(
    '%s gives the same answer for a foreign ID as for an unknown one',
    async (_id, subject) => {
      const [, name = ''] = /\{([^}]+)\}/.exec(subject.operation.path) ?? [];
      const foreign = (other.ids as Readonly<Record<string, string>>)[name] ?? '';
      const unknown = newId<Id<'Unknown'>>(new Date());
      const body = ours.validBody(subject);
      const answers = [
        await ours.send(subject, { id: foreign, body }),
        await ours.send(subject, { id: unknown, body }),
      ];
      expect(withoutIds(answers[0])).toEqual(withoutIds(answers[1]));
      expect(answers[0]?.status).toBe(400);
    },
  );

  // Last, because it uses things up: deletes, cancels.
  it.each(rowsOf(ordered(withId)))('%s accepts an ID of its own app', async (_id, subject) => {
    const id = subject.specimen.ownId?.(other);
    const body = theirs.validBody(subject);
    const { status, text } = await theirs.send(subject, { body, ...(id ? { id } : {}) });
    expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
  });
});

/** Where an ID travels in a body or a query. */
const ELSEWHERE: readonly [operation: string, member: string, idOf: (world: World) => string][] = [
  ['selectHostedPaymentMethod', 'payment_account_id', ({ accountId }) => accountId],
  ['submitHostedCard', 'attempt_id', ({ attemptId }) => attemptId],
  ['resendWebhookEvent', 'webhook_endpoint_id', ({ ids }) => ids.webhookEndpointId],
  ['createPaymentAccount', 'user_id', ({ ids }) => ids.paymentUserId],
  ['listPayments', 'user_id', ({ ids }) => ids.paymentUserId],
  ['listPayouts', 'recipient_account_id', ({ ids }) => ids.senderAccountId],
  ['listWebhookEvents', 'webhook_endpoint_id', ({ ids }) => ids.webhookEndpointId],
  ['listWebhookEvents', 'resource_id', ({ ids }) => ids.paymentId],
];

describe('an ID in a body or a query', () => {
  it.concurrent.each(ELSEWHERE)(
    '%s gives the same answer for a foreign %s as for an unknown one',
    async (id, member, idOf) => {
      const subject = SUBJECTS.find(({ operation }) => operation.id === id);
      if (!subject) throw new Error(`${id} is not built`);
      const send = (value: string) =>
        subject.specimen.body
          ? ours.send(subject, { body: { ...ours.validBody(subject), [member]: value } })
          : ours.send(subject, { query: `?${member}=${value}` });
      const answers = [await send(idOf(other)), await send(newId<Id<'Unknown'>>(new Date()))];
      expect(withoutIds(answers[0])).toEqual(withoutIds(answers[1]));
      expect(answers[0]?.status).toBe(subject.specimen.body ? 400 : 200);
    },
  );
});

/** Reads first, then changes, then ends. */
function ordered(subjects: readonly Subject[]): Subject[] {
  const weight = ({ operation: { id, method } }: Subject) =>
    (method === 'GET' ? 0 : 1) + (/^(delete|cancel|Cancel)/.test(id) ? 1 : 0);
  return subjects.toSorted((a, b) => weight(a) - weight(b));
}

/** An answer without what differs by nature: request IDs, dates, the ID that was asked for. */
function withoutIds(answer: ApiAnswer | undefined) {
  const { status, text = '', headers } = answer ?? {};
  const names = [...(headers?.keys() ?? [])].filter((name) => name !== 'date').toSorted();
  return { status, names, text: text.replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '<id>') };
}
