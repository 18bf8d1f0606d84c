import {
  DomainError,
  newId,
  plusMs,
  UNHEARD_AFTER_MS,
  type CustomerAppId,
  type PaymentId,
} from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { NO_UPDATE, type ChargeUpdate } from './charge-update.js';
import { MandateChargesService, type AttemptFollower } from './mandate-charges.service.js';
import type { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import type { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import type { PaymentsService } from '../../money/payments/payments.service.js';

const now = new Date('2026-03-15T12:00:00.000Z');

/** A transaction that finds these rows of `mandate_charges`. */
function txWith(find: (params: readonly unknown[]) => readonly object[], others: object = {}) {
  const query = (_sql: unknown, params: readonly unknown[]) => Promise.resolve(find(params));
  const customerApp = { id: newId<CustomerAppId>(now) };
  const tx = { kind: 'app', now, customerApp, query, ...others };
  return tx as unknown as AppTx;
}

/** The service without payers and links, which no test here needs. */
function serviceWith(payments: object): MandateChargesService {
  return new MandateChargesService(
    {} as PaymentUsersReads,
    {} as PaymentAccountsReads,
    payments as PaymentsService,
    {} as AttemptFollower,
  );
}

/** An update of a charge that this service has not written. */
function update(bankStatus: ChargeUpdate['bankStatus']): Promise<unknown> {
  const service = serviceWith({ find: () => Promise.resolve(null) });
  const tx = txWith(() => []);
  return service.applyUpdate(tx, newId<PaymentId>(now), { ...NO_UPDATE, bankStatus });
}

describe('an update of an unknown charge', () => {
  // A refusal is tried again, then parked: money that moved waits for an operator.
  it.each(['EXECUTED', 'RETURNED'] as const)(
    'to %s is refused with PAYMENT_NOT_FOUND',
    async (bankStatus) => {
      await expect(update(bankStatus)).rejects.toBeInstanceOf(DomainError);
      await expect(update(bankStatus)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    },
  );

  it.each(['NOT_SEEN', 'PENDING', 'FAILED', 'REVOKED'] as const)(
    'to %s moves no money and is done',
    async (bankStatus) => {
      await expect(update(bankStatus)).resolves.toEqual({ refusal: null, payment: null });
    },
  );
});

describe('an event that repeats the answer to a charge', () => {
  /** How many writes the update of a charge that the bank has made. */
  async function writes(followUps: object): Promise<number> {
    let sent = 0;
    const payment = { status: 'SUBMITTED', snapshot: { amountReturned: null, attemptId: null } };
    const service = serviceWith({ find: () => Promise.resolve(payment) });
    const row = { status: 'ACCEPTED', bank: {}, ...followUps };
    const counting = txWith(() => [{ row }], { write: () => void (sent += 1) });
    await service.applyUpdate(counting, newId<PaymentId>(now), {
      ...NO_UPDATE,
      bankStatus: 'PENDING',
    });
    return sent;
  }

  it('writes nothing', async () => {
    const followUpAt = plusMs(now, UNHEARD_AFTER_MS - 1_000);
    expect(await writes({ follow_up_at: followUpAt, follow_ups_asked: 0 })).toBe(0);
  });

  it.each([
    ['is to be asked soon', { follow_up_at: plusMs(now, 10_000), follow_ups_asked: 0 }],
    [
      'was asked about before',
      { follow_up_at: plusMs(now, UNHEARD_AFTER_MS), follow_ups_asked: 1 },
    ],
    ['is asked about no more', { follow_up_at: null, follow_ups_asked: 0 }],
  ])('postpones the follow-up of a charge that %s', async (_, followUps) => {
    expect(await writes(followUps)).toBe(1);
  });
});

it('an answer that the outcome overtook leads to a question soon, and not in hours', async () => {
  const batches: WriteBatch[] = [];
  const payment = { status: 'EXECUTED', snapshot: { amountReturned: null, attemptId: null } };
  const row = { status: 'ACCEPTED', bank: {}, follow_up_at: null, follow_ups_asked: 0 };
  const tx = txWith(() => [{ row }], { write: (batch: WriteBatch) => void batches.push(batch) });
  await serviceWith({ find: () => Promise.resolve(payment) }).applyUpdate(tx, newId(now), {
    ...NO_UPDATE,
    bankStatus: 'PENDING',
  });
  const [changes] = batches.flatMap(({ updates }) => updates.map((update) => update.changes));
  expect(changes).toMatchObject({ follow_up_at: plusMs(now, 10_000), follow_ups_asked: 0 });
});

describe('updates of many charges', () => {
  const [one, other] = [newId<PaymentId>(now), newId<PaymentId>(now)];

  /** Which charges were locked together. */
  async function lockedFor(paymentIds: readonly PaymentId[]): Promise<PaymentId[][]> {
    const locked: PaymentId[][] = [];
    const tx = txWith(([, ids]) => {
      locked.push(ids as PaymentId[]);
      return [];
    });
    const service = serviceWith({ findAll: () => Promise.resolve(new Map()) });
    const update: ChargeUpdate = { ...NO_UPDATE, bankStatus: 'FAILED' };
    await service.applyUpdates(
      tx,
      paymentIds.map((paymentId) => ({ paymentId, update })),
    );
    return locked;
  }

  it('are recorded together', async () => {
    expect(await lockedFor([one, other])).toEqual([[one, other]]);
  });

  it('are loaded again for a second update of the same charge', async () => {
    expect(await lockedFor([one, other, one])).toEqual([[one, other], [one]]);
  });
});
