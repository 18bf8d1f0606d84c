import { paymentOrder, type Merchant } from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { DebitShop } from '../clients/debit-shop.js';
import { MandatePage } from '../clients/mandate-page.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
const merchant: Merchant = system.shop();
let shop: DebitShop;
let payers: Payers;

beforeAll(async () => {
  shop = await DebitShop.open(system);
  payers = await Payers.start();
});
afterEach(() => payers.leave());
afterAll(() => payers?.stop());

describe('a payer who limits a single payment on the page', () => {
  it('with a limit of 100.00 instead of 500.00 can be charged 100.00, and the bank rejects 100.01', async () => {
    const asked = await shop.asks({ transaction_limits: { max_transaction_amount: 50_000 } });
    const { link_url: url } = await shop.link(asked.mandate_id);
    const payer = await payers.open(url);
    const page = new MandatePage(payer);
    await page.choosesBank('Test Bank');
    await page.entersAccount();
    await page.limitsTo('500.01');
    await payer.presses('Agree and continue');
    await payer.reads('This agreement allows HK$500.00 at most.');
    expect(await shop.mandate(asked.mandate_id)).toMatchObject({
      status: 'AUTHORIZATION_REQUIRED',
    });

    await page.limitsTo('100');
    await payer.reads('Your bank rejects any payment above HK$100.00.');
    await payer.presses('Agree and continue');
    await payer.sees('Sign in to Test Bank');
    await page.signsIn();
    await page.entersCode('123456');
    await shop.reaches(asked.mandate_id, 'SUBMITTED');
    await shop.advance(1);
    await payer.sees('Direct debit set up');
    const { mandate_details: details } = await shop.reaches(asked.mandate_id, 'SUCCEEDED');
    expect(details.transaction_limits).toEqual({
      max_transaction_amount: 50_000,
      max_transaction_amount_set_by_payer_initial: 10_000,
    });

    await shop.agreesToAutopay(asked);
    const above = await shop.charge(asked, 10_001);
    const within = await shop.charge(asked, 10_000);
    await shop.advance(1);
    const failed = await shop.paymentReaches(above.payment_id, 'FAILED');
    expect(failed.error?.error_code).toBe('TRANSACTION_LIMIT_EXCEEDED');
    await shop.paymentReaches(within.payment_id, 'EXECUTED');
  });

  it('cannot set a limit below the amount of the payment link', async () => {
    const link = await merchant.createPaymentLink({ body: paymentOrder({ amount: 12_500 }) });
    const payer = await payers.open(link.url ?? '');
    await payer.presses('Direct debit from your bank');
    const page = new MandatePage(payer);
    await page.choosesBank('Test Bank');
    await page.entersAccount();
    await page.limitsTo('124.99');
    await payer.presses('Agree and continue');
    await payer.reads('This payment is HK$125.00. Enter that or more');
    await page.limitsTo('125.00');
    await payer.presses('Agree and continue');
    await payer.sees('Sign in to Test Bank');
    await page.signsIn();
    await page.entersCode('123456');
    await payer.sees('Payment complete');
    const paid = await merchant.link(link.payment_link_id);
    expect(paid).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
  });
});
