import { HostedPayer, paymentOrder, setupOrder, type Merchant } from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { gatewayLedger } from '../clients/card-gateway.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
let payers: Payers;
let shop: Merchant;

beforeAll(async () => {
  payers = await Payers.start();
});
beforeEach(async () => {
  shop = await system.newShop({ currencies: ['HKD', 'USD', 'SGD'] });
});
afterEach(() => payers.leave());
afterAll(() => payers.stop());

const sender = { external_user_id: 'the-same-payer', name: 'Chan Tai Man' };

async function isPaidOnce(linkId: string, gateway: string): Promise<void> {
  const link = await shop.link(linkId);
  expect(link).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED', amount: 12_500 } });
  expect(await gatewayLedger(system, shop.customerAppId)).toEqual([
    expect.objectContaining({ gateway, charged: 12_500, captures: 1, refunded: 0 }),
  ]);
}

describe('paying with one tap', () => {
  it('a payer pays by wallet on a page in traditional Chinese', async () => {
    const customizations = { language: 'zh', ui_mode: 'standalone' } as const;
    const order = paymentOrder({ link_customizations: customizations });
    const link = await shop.createPaymentLink({ body: order });
    const payer = await payers.open(link.url ?? '');
    await payer.sees('選擇付款方式');
    await payer.presses('以電子錢包付款');
    await payer.sees('付款完成');
    await isPaidOnce(link.payment_link_id, 'GW1');
    expect((await shop.link(link.payment_link_id)).payment?.type).toBe('WALLET');
  });

  it('a payer pays in Korean with a card that was saved on an earlier link', async () => {
    const setUp = await shop.createPaymentLink({ body: setupOrder({ currency: 'SGD', sender }) });
    await (await HostedPayer.open(shop.api, setUp.url ?? '')).pay('authorized');
    const customizations = { language: 'ko', ui_mode: 'standalone' } as const;
    const order = paymentOrder({ currency: 'SGD', sender, link_customizations: customizations });
    const link = await shop.createPaymentLink({ body: order });
    const payer = await payers.open(link.url ?? '');
    await payer.presses('Visa (끝자리 4242)로 결제');
    await payer.sees('결제가 완료되었습니다');
    await isPaidOnce(link.payment_link_id, 'GW4');
  });
});

describe('paying by bank transfer', () => {
  const arrive = async (reference: string | undefined, amount: number) => {
    const body = { reference, amount, currency: 'HKD' };
    return (await shop.createTestIncomingTransfer({ body })).outcome;
  };

  it('a payer sees the transfer to make, gets too small a one back, and pays with the full amount', async () => {
    const link = await shop.createPaymentLink({ body: paymentOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.presses('Bank transfer');
    await payer.sees('Pay by bank transfer');
    const { payment } = await shop.link(link.payment_link_id);
    const reference = payment?.payment_details?.processor_details?.processor_reference ?? '';
    await payer.reads(reference.replaceAll(/(.{4})(?!$)/g, '$1 '));
    expect(await arrive(reference, 12_000)).toBe('RETURNED');
    await payer.reads('which is less than the amount');
    expect(await arrive(reference, 12_500)).toBe('PAID');
    await payer.sees('Payment complete');
    expect(await arrive(reference, 12_500)).toBe('RETURNED');
    const path = { paymentId: payment?.payment_id ?? '' };
    expect(await shop.listPaymentRefunds({ path })).toMatchObject({
      refunds: [{ amount: 12_500 }, { amount: 12_000, origin: 'SYSTEM', status: 'EXECUTED' }],
    });
  });
});

describe('paying by card through another gateway', () => {
  it('a payer pays through another gateway after the challenge of the bank', async () => {
    const link = await shop.createPaymentLink({ body: paymentOrder({ currency: 'USD' }) });
    const payer = await payers.open(link.url ?? '');
    await payer.pays('challenge');
    await payer.decides('Approve');
    await payer.sees('Payment complete');
    await isPaidOnce(link.payment_link_id, 'GW2');
  });
});

describe('the autopay screen', () => {
  it('the autopay screen comes first, and its answer is kept', async () => {
    const link = await shop.createPaymentLink({
      body: paymentOrder({
        payment_setup_options: {
          future_payments: 'AUTOPAY',
          autopay_enrollment_configuration: {
            display_enrollment_screen: true,
            enrollment_prefill_value: 'YES',
          },
        },
      }),
    });
    const payer = await payers.open(link.url ?? '');
    await payer.sees('Pay automatically next time?');
    await payer.presses('Continue');
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    const path = { paymentUserId: link.sender?.user_id ?? '' };
    expect(await shop.getPaymentUser({ path })).toMatchObject({ autopay_consent: true });
  });
});
