import { DomainError, newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import type { AppTx, Transactions } from '@towpath/persistence';
import type { AdvancePayment } from '../../money/payments/advance-payment.use-case.js';
import type { AttemptFollowers } from './attempt-followers.js';
import { NO_NEWS, type ChargeNews } from './charge-news.js';
import type { MandateChargeRepository } from './ports.js';
import { RecordMandateCharge } from './record-mandate-charge.use-case.js';

const now = new Date('2026-03-15T12:00:00.000Z');
const tx = { now, customerApp: { id: newId<CustomerAppId>(now) } } as unknown as AppTx;

/** News of a charge that nobody here has written down. */
function hear(bankStatus: ChargeNews['bankStatus']): Promise<unknown> {
  const unknown = { lock: () => Promise.resolve(null) } as unknown as MandateChargeRepository;
  const record = new RecordMandateCharge(
    {} as Transactions,
    unknown,
    {} as AdvancePayment,
    {} as AttemptFollowers,
  );
  return record.hear(tx, newId<PaymentId>(now), { ...NO_NEWS, bankStatus });
}

describe('news of a charge that is not known', () => {
  // A refusal is tried again, then parked: money that moved waits for an operator.
  it.each(['EXECUTED', 'RETURNED'] as const)('%s are not passed over', async (bankStatus) => {
    await expect(hear(bankStatus)).rejects.toBeInstanceOf(DomainError);
    await expect(hear(bankStatus)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
  });

  it.each(['NOT_SEEN', 'PENDING', 'FAILED', 'REVOKED'] as const)(
    '%s move no money, and nothing is to be done',
    async (bankStatus) => {
      await expect(hear(bankStatus)).resolves.toBeNull();
    },
  );
});
