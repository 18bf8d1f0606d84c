import { check } from './check.js';
import { eventsOf, moveOf } from './moves.js';
import { PLANTED_FAULTS } from './planted-faults.fixture.js';
import { soundEvidence } from './sound-evidence.fixture.js';
import { VIOLATIONS } from './violation.js';

const namesIn = (evidence: Parameters<typeof check>[0]) => check(evidence).map(({ name }) => name);

describe('the check of a crash run', () => {
  it('finds nothing when every promise was kept', () => {
    expect(check(soundEvidence())).toEqual([]);
  });

  it.each(PLANTED_FAULTS)('finds a planted fault: $fault ($name)', ({ name, plant }) => {
    const evidence = soundEvidence();
    plant(evidence);
    expect(namesIn(evidence)).toContain(name);
  });

  it('has a planted fault for each violation that it can find', () => {
    const planted = new Set(PLANTED_FAULTS.map(({ name }) => name));
    expect(Object.keys(VIOLATIONS).filter((name) => !planted.has(name as never))).toEqual([]);
  });

  it('reports the broken promise and its subject', () => {
    const evidence = soundEvidence();
    evidence.messages = evidence.messages.filter(
      ({ event_name: name }) => name !== 'payment_link.paid',
    );
    const [first] = check(evidence);
    expect(first).toMatchObject({ promise: 1, subject: 'payment-link link-paid' });
  });

  it('accepts a message or a webhook that arrives again', () => {
    const evidence = soundEvidence();
    const last = evidence.messages.length;
    evidence.messages.push(...evidence.messages.map((m) => ({ ...m, offset: m.offset + last })));
    evidence.webhooks.received.push(...evidence.webhooks.received);
    expect(check(evidence)).toEqual([]);
  });

  it('accepts that a retry overtakes when the first try was lost on its way', () => {
    const evidence = soundEvidence();
    const { received, attempts } = evidence.webhooks;
    const [first] = received;
    received.push(...received.splice(0, 1));
    expect(namesIn(evidence)).toEqual(['WEBHOOK_ORDER']);
    const attempt = attempts.find(({ event_id: id }) => id === first?.event_id);
    if (attempt) attempt.status_code = null;
    expect(check(evidence)).toEqual([]);
  });
});

it('the check expects both events of a failed bill that is to be paid again', () => {
  const again = { from_status: 'FAILED', to_status: 'UNPAID' };
  expect(eventsOf('bill', again).toSorted()).toEqual(['bill.changed', 'bill.retried']);
  expect(eventsOf('bill', { from_status: 'PAID', to_status: 'UNPAID' })).toEqual([]);
});

it('the check expects no money that turns back late, other than a returned direct debit', () => {
  const stays = { from_status: 'EXECUTED', to_status: 'EXECUTED' };
  expect(eventsOf('payment', stays)).toEqual(['payment.returned']);
  expect(eventsOf('payout', stays)).toEqual([]);
  const late = [
    moveOf('refund', { from_status: 'EXECUTED', to_status: 'REVERSED' }),
    moveOf('direct-debit', { from_status: 'RETURNED', to_status: 'EXECUTED' }),
  ];
  expect(late).toEqual([undefined, undefined]);
});

/** Of every list in turn, each single row is taken away: nothing that happened may go unnoticed. */
describe('the loss of a single row', () => {
  const lists = {
    'payment links': (e) => e.books.links,
    attempts: (e) => e.books.attempts,
    payments: (e) => e.books.payments,
    refunds: (e) => e.books.refunds,
    payouts: (e) => e.books.payouts,
    bills: (e) => e.books.bills,
    'incoming transfers': (e) => e.books.incoming,
    'transfers at the bank': (e) => e.bank.transfers,
    'state changes': (e) => e.books.changes,
    transfers: (e) => e.books.transfers,
    'outbox rows': (e) => e.outbox,
    messages: (e) => e.messages,
    'webhooks recorded': (e) => e.webhooks.recorded,
    'webhooks received': (e) => e.webhooks.received,
    'gateway entries': (e) => e.gateway.entries,
    mandates: (e) => e.mandates.mandates,
    'direct debits': (e) => e.mandates.debits,
    'uses of mandates': (e) => e.mandates.usage,
    'mandates at the bank': (e) => e.bank.mandates,
    'collections at the bank': (e) => e.bank.collections,
    disputes: (e) => e.disputes.disputes,
    'disputes at processors': (e) => e.disputes.atProcessors,
    'intents at Stripe': (e) => e.stripe.intents,
    'entries of a processor': (e) => e.stripe.balance,
    'charges of cards': (e) => e.books.charges,
    'logins at banks': (e) => e.linking.logins,
  } satisfies Record<string, (evidence: ReturnType<typeof soundEvidence>) => unknown[]>;

  it.each(Object.entries(lists))('is found among %s', (_name, listOf) => {
    const count = listOf(soundEvidence()).length;
    expect(count).toBeGreaterThan(0);
    for (let lost = 0; lost < count; lost += 1) {
      const evidence = soundEvidence();
      listOf(evidence).splice(lost, 1);
      expect([lost, namesIn(evidence)]).not.toEqual([lost, []]);
    }
  });
});
