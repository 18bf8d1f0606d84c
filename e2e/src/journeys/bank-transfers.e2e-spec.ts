import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { SandboxApp } from '@towpath/local-system';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';

const DUE = 12_500;

const system = RunningSystem.open();
let shop: Merchant;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({
    body: { url: receiver.url('/shop'), event_types: ['PAYMENT_*'] },
  });
});
afterAll(() => receiver.stop());

interface Awaited {
  readonly linkId: string;
  readonly paymentId: string;
  readonly reference: string;
}

/** A payer whose page shows what to transfer. */
async function awaited(): Promise<Awaited> {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  await payer.select('MANUAL');
  const { attempt } = await payer.view();
  const { payment } = await shop.link(link.payment_link_id);
  return {
    linkId: link.payment_link_id,
    paymentId: payment?.payment_id ?? '',
    reference: attempt?.transfer?.reference ?? '',
  };
}

const arrives = (amount: number, reference?: string) =>
  shop.createTestIncomingTransfer({
    body: { amount, currency: 'HKD', ...(reference && { reference }) },
  });

const receiveWebhook = (type: string, paymentId: string) =>
  receiver.waitFor(({ body }) => body.event_type === type && body['payment_id'] === paymentId, {
    describe: `${type} of ${paymentId}`,
  });

/** What an operator's command proves; it fails when the books are wrong. */
const booksAreRight = () => system.cli(['ledger', 'verify', '--customer-app', shop.customerAppId]);

describe('money that arrives by bank transfer', () => {
  it('a transfer of at least the amount pays its link, and the rest is announced and returned', async () => {
    for (const [rest, outcome] of [
      [0, 'PAID'],
      [500, 'OVERPAID'],
    ] as const) {
      const { linkId, paymentId, reference } = await awaited();
      expect(await arrives(DUE + rest, reference)).toMatchObject({
        outcome,
        payment_id: paymentId,
      });
      expect(await shop.link(linkId)).toMatchObject({
        status: 'PAID',
        payment: { status: 'EXECUTED', type: 'MANUAL', amount: DUE },
      });
      await receiveWebhook('PAYMENT_EXECUTED', paymentId);
      if (rest > 0) await receiveWebhook('PAYMENT_REFUNDED', paymentId);
    }
    await booksAreRight();
  });

  it('a transfer that is too small, the second one or for an ended link is returned', async () => {
    const short = await awaited();
    expect((await arrives(DUE - 1, short.reference)).outcome).toBe('RETURNED');
    await receiveWebhook('PAYMENT_REFUNDED', short.paymentId);
    expect((await arrives(DUE, short.reference)).outcome).toBe('PAID');
    expect((await arrives(DUE, short.reference)).outcome).toBe('RETURNED');
    const dead = await awaited();
    await shop.cancelPaymentLink({ path: { paymentLinkId: dead.linkId } });
    await receiveWebhook('PAYMENT_CANCELLED', dead.paymentId);
    expect((await arrives(DUE, dead.reference)).outcome).toBe('RETURNED');
    await receiveWebhook('PAYMENT_REFUNDED', dead.paymentId);
    await booksAreRight();
  });

  it('a transfer that names no link is kept', async () => {
    const kept = await arrives(700);
    expect([kept.outcome, kept.payment_id]).toEqual(['UNMATCHED', undefined]);
    await booksAreRight();
  });
});

describe('surcharges that an operator configures', () => {
  it('a configured surcharge is collected with a direct debit, and paid with a transfer', async () => {
    const [account] = (shop.credentials as SandboxApp).settlement_accounts;
    await system.cli([
      ...['settlement-account', 'update', '--customer-app', shop.customerAppId],
      ...['--account', account?.account_id ?? '', '--reference', 'HKD', '--currencies', 'HKD'],
      ...['--business-units', 'HKD', '--payment-method-types', 'CARD,MANDATE,MANUAL,WALLET'],
      ...['--card-gateway', 'GW1', '--mandate-gateway', 'GW3'],
      ...['--surcharges', 'MANDATE=30+250,MANUAL=50+0', '--fees', 'MANDATE=10+100'],
    ]);
    const link = await shop.createPaymentLink({ body: paymentOrder() });
    const payer = await HostedPayer.open(shop.api, link.url ?? '');
    const offered = await payer.offered();
    expect(
      offered.map(({ payment_method_type: type, surcharge_amount: extra }) => [type, extra]),
    ).toEqual([
      ['CARD', 0],
      ['WALLET', 0],
      ['MANDATE', 342],
      ['MANUAL', 50],
    ]);
    await payer.debit('012-345678-833');
    const paid = await reaches(link, 'PAID');
    expect(paid.payment).toMatchObject({
      status: 'EXECUTED',
      surcharge_amount: 342,
      amount_total_with_surcharge: 12_842,
      fees: [
        { amount: 342, paid_by: 'SENDER' },
        { amount: 138, paid_by: 'RECIPIENT' },
      ],
    });
    const { reference } = await awaited();
    expect((await arrives(DUE, reference)).outcome).toBe('RETURNED');
    expect((await arrives(DUE + 50, reference)).outcome).toBe('PAID');
    await booksAreRight();
  });
});

function reaches(link: PaymentLinkResponse, status: string): Promise<PaymentLinkResponse> {
  return eventually(
    async () => {
      const now = await shop.link(link.payment_link_id);
      return now.status === status ? now : undefined;
    },
    { deadlineMs: 45_000, describe: `the link to be ${status}` },
  );
}
