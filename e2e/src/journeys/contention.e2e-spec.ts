/** @proves promise-3 */
import { DuplicateReferenceError, TowpathError, type PaymentLinkResponse } from '@towpath/sdk';
import { HostedPayer, paymentOrder, UnexpectedAnswer, type Merchant } from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { RunningSystem } from '../system/running-system.js';

const MANY = 64;

const system = RunningSystem.open();
let shop: Merchant;

beforeAll(async () => {
  shop = await system.newShop();
});

const times = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: MANY }, work));

describe(`${MANY} at the same time`, () => {
  it('identical create requests give one link', async () => {
    const order = paymentOrder();
    const links = await times(() => shop.createPaymentLink({ body: order }));
    expect(new Set(links.map(({ payment_link_id: id }) => id)).size).toBe(1);
    const other = shop.createPaymentLink({ body: { ...order, amount: 1 } });
    await expect(other).rejects.toThrow(DuplicateReferenceError);
  });

  it('payers and a cancel request give at most one payment, as at the gateway', async () => {
    const link = await shop.createPaymentLink({ body: paymentOrder() });
    const payers = await times(() => HostedPayer.open(shop.api, link.url ?? ''));
    const work = payers.map((payer) => outcomeOf(payer));
    work.push(cancel(link));
    const outcomes = await Promise.all(work);
    expect(outcomes.filter((outcome) => outcome === 'unexpected')).toEqual([]);
    // Everything that a schedule might still find out.
    await shop.advanceClock(7_200);
    const { status } = await shop.link(link.payment_link_id);
    const executed = await executedPayments(shop);
    const ledger = await gatewayLedger(system, shop.customerAppId);
    const kept = ledger.filter(({ charged, refunded }) => charged !== refunded);
    expect(['PAID', 'CANCELLED']).toContain(status);
    expect(executed).toHaveLength(status === 'PAID' ? 1 : 0);
    expect(kept.map(({ payment_id: id }) => id)).toEqual(executed);
    expect(kept.every(({ charged, captures }) => charged === 12_500 && captures === 1)).toBe(true);
  });
});

/** A refusal because somebody else was quicker is as good as a payment; a 5xx is not. */
async function outcomeOf(payer: HostedPayer): Promise<string> {
  try {
    const { status } = await payer.pay('authorized');
    return status === 200 || status === 400 ? 'answered' : 'unexpected';
  } catch (error) {
    if (error instanceof UnexpectedAnswer && error.answer.status === 400) return 'answered';
    throw error;
  }
}

async function cancel({ payment_link_id: id }: PaymentLinkResponse): Promise<string> {
  try {
    await shop.cancelPaymentLink({ path: { paymentLinkId: id } });
  } catch (error) {
    if (!(error instanceof TowpathError && error.status === 400)) throw error;
  }
  return 'answered';
}

async function executedPayments(merchant: Merchant): Promise<string[]> {
  const { payments } = await merchant.listPayments({ query: { statuses: ['EXECUTED'] } });
  return payments.map(({ payment_id: id }) => id);
}
