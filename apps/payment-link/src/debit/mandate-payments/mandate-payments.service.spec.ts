import { PeerUnavailable } from '@towpath/http';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import type { Transactions } from '@towpath/persistence';
import type { MandateChargeConversation } from '../mandate-charges/mandate-charge.conversation.js';
import type { MandateChargesService } from '../mandate-charges/mandate-charges.service.js';
import type { MandateDirectoryService } from '../mandate-directory/mandate-directory.service.js';
import type { MandateMethodsReads } from '../mandate-methods/mandate-methods.reads.js';
import { MandatePaymentsService } from './mandate-payments.service.js';

const now = new Date('2026-03-15T12:00:00.000Z');
const paymentId = newId<PaymentId>(now);

const notSent = () =>
  Promise.reject(new PeerUnavailable('mandate', 'NOT_SENT', { reason: 'closed' }));

/** A charge whose mandate cannot be reached; what became of it here. */
async function unreachable({ startedBefore }: { startedBefore: boolean }): Promise<string[]> {
  const done: string[] = [];
  let isThere = startedBefore;
  const noting = (what: string) => () => Promise.resolve(void done.push(what));
  const payments = new MandatePaymentsService(
    {
      forApp: (_app: unknown, work: (tx: object) => unknown) => work({ now }),
    } as unknown as Transactions,
    { read: () => Promise.resolve([{}]) } as unknown as MandateDirectoryService,
    {
      chargeableBy: () => Promise.resolve('CUSTOMER_APP'),
    } as unknown as MandateMethodsReads,
    {
      parties: () => Promise.resolve({}),
      start: () => {
        isThere = true;
        return {};
      },
      lock: () => Promise.resolve(isThere ? {} : null),
      forget: noting('forgotten'),
      applyUpdate: () => {
        done.push('unknown');
        return Promise.resolve({ refusal: null, payment: null });
      },
    } as unknown as MandateChargesService,
    { begin: notSent, resume: notSent } as unknown as MandateChargeConversation,
  );
  const named = { mandateId: newId(now) };
  const order = { paymentId, amount: 1, currency: 'HKD' } as Parameters<typeof payments.charge>[2];
  const work = payments.charge(newId<CustomerAppId>(now), named, order);
  await work.catch((error: unknown) => done.push((error as Error).name));
  return done;
}

describe('a charge that cannot reach the mandate service', () => {
  it('is forgotten, as if it was never begun', async () => {
    expect(await unreachable({ startedBefore: false })).toEqual(['forgotten', 'PeerUnavailable']);
  });

  // That process may have sent it: the money would move without a payment.
  it('is unknown when an earlier process had recorded it', async () => {
    expect(await unreachable({ startedBefore: true })).toEqual(['unknown']);
  });
});
