import { FOLLOWER, type ParkedMessage } from '@towpath/messaging';
import { discardedMessage, meaningOf } from './discarded-event.js';

const parked = (id: string, members: Partial<ParkedMessage> = {}) =>
  ({
    id,
    topic: 'T',
    key: 'K',
    eventName: 'dispute.opened',
    reason: 'POISON',
    ...members,
  }) as unknown as ParkedMessage;

it.each([
  ['payment-link', 'mandate.charge_updated', 'REPAIRED', /6 hours/],
  ['payment-link', 'dispute.opened', 'LOST', /ledger/],
  ['payment-link', 'payment.executed', 'LOST', /bill/],
  ['dispute', 'payment.returned', 'LOST', /no dispute/],
  ['mandate', 'mandate.revoked', 'REPAIRED', /bank/],
  ['mandate', 'payment_user.erased', 'LOST', /replay it/],
  ['mandate', 'customer_app.updated', 'REPAIRED', /next one/],
  ['webhook-dispatch', 'mandate.succeeded', 'LOST', /webhook/],
  ['dispute', 'nobody.knows', 'LOST', /Nothing/],
  ['mandate', null, 'UNKNOWN', /no event/],
] as const)('%s without the event %s: %s', (service, eventName, dependence, meaning) => {
  expect(meaningOf(service, { eventName })).toEqual({
    dependence,
    meaning: expect.stringMatching(meaning) as string,
  });
});

it('followers that were never tried are distinguished from messages that failed themselves', () => {
  const others = [
    parked('2', { reason: FOLLOWER }),
    parked('3'),
    parked('4', { reason: FOLLOWER }),
  ];
  const program = 'node tools/deploy/dist/dlt.js';
  expect(discardedMessage('payment-link', { message: parked('1'), others }, program)).toMatchObject(
    {
      discarded: true,
      event: 'dispute.opened',
      aggregate: 'K',
      sound_followers: ['2', '4'],
      failed_followers: ['3'],
      next: 'node tools/deploy/dist/dlt.js replay --topic T --key K',
    },
  );
  const alone = { message: parked('1'), others: [] };
  expect(discardedMessage('payment-link', alone, program).next).toBeNull();
});
