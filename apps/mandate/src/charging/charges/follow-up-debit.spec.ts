import { newId, plusMs, type CustomerAppId, type MandateId, type PaymentId } from '@towpath/kernel';
import { InMemoryTransactions } from '@towpath/persistence';
import type { SubmissionRepository } from '../../mandates/mandates/submission-ports.js';
import { DirectDebit } from './domain/direct-debit.js';
import { FollowUpDebit } from './follow-up-debit.use-case.js';
import type { LockedDebits } from './locked-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import type { PursueDebit } from './pursue-debit.use-case.js';

const START = new Date('2026-03-01T00:00:00.000Z');
const SECOND_MS = 1_000;

let now: Date;
let asked: number;
let debit: DirectDebit;
let followUpDebit: FollowUpDebit;

beforeEach(() => {
  now = START;
  asked = 0;
  const terms = {
    paymentId: newId<PaymentId>(START),
    customerAppId: newId<CustomerAppId>(START),
    mandateId: newId<MandateId>(START),
    integrationId: 'GW3',
    amount: 100,
    currency: 'HKD',
    periodStart: null,
  };
  debit = DirectDebit.reserve(terms, { now: START, followUpAt: plusMs(START, 10 * SECOND_MS) });
  const submission = { snapshot: { reference: 'r' } };
  followUpDebit = new FollowUpDebit(
    new InMemoryTransactions({ now: () => now }),
    { lock: () => Promise.resolve({ mandate: {}, debit }) } as unknown as LockedDebits,
    new DirectDebitRepository(),
    { findNamedBy: () => Promise.resolve(submission) } as unknown as SubmissionRepository,
    { execute: () => Promise.resolve(void (asked += 1)) } as unknown as PursueDebit,
  );
});

const scheduled = () => {
  const { customerAppId, paymentId } = debit.snapshot;
  return followUpDebit.execute({ customerAppId, paymentId });
};
const called = () => {
  const { customerAppId, paymentId } = debit.snapshot;
  return new InMemoryTransactions({ now: () => now }).forApp(customerAppId, async (tx) =>
    followUpDebit.wake(tx, await followUpDebit.look(tx, paymentId)),
  );
};

describe('a call-back of the bank about a charge', () => {
  it('is followed by its own question, so that the job asks no second one', async () => {
    expect(await called()).toMatchObject({ charge: { reference: debit.snapshot.paymentId } });
    now = plusMs(START, SECOND_MS);
    expect([await scheduled(), asked]).toEqual([false, 0]);
  });

  it('is followed up by the job when its process ended before it asked', async () => {
    await called();
    now = plusMs(START, 10 * SECOND_MS);
    expect([await scheduled(), asked]).toEqual([true, 1]);
  });
});
