/** @takes 40 s */
import { AxeBuilder } from '@axe-core/playwright';
import type { SandboxApp } from '@towpath/local-system';
import { eventually, paymentOrder, setupOrder, type Merchant } from '@towpath/testing';
import { type BrowserPayer, Payers } from '../clients/browser-payer.js';
import { MandatePage } from '../clients/mandate-page.js';
import { RunningSystem } from '../system/running-system.js';

const RETURN_PAGE = 'http://127.0.0.1:8090/callback';

const system = RunningSystem.open();
const shop: Merchant = system.shop();
let payers: Payers;

beforeAll(async () => {
  payers = await Payers.start();
});
afterAll(() => payers.stop());

async function createMandate(): Promise<string> {
  const [account] = (shop.credentials as SandboxApp).settlement_accounts;
  const { mandate_id } = await shop.createMandate({
    body: {
      recipient_account: { account_id: account?.account_id ?? '' },
      sender: { email: 'tm@example.com', name: 'Chan Tai Man' },
      mandate_details: {
        currency: 'HKD',
        description: 'Membership',
        transaction_limits: { max_transaction_amount: 50_000 },
      },
    },
  });
  return mandate_id;
}

interface Opened {
  readonly mandateId: string;
  readonly url: string;
  readonly payer: BrowserPayer;
  readonly page: MandatePage;
}

async function open(link_customizations: object = {}): Promise<Opened> {
  const mandateId = await createMandate();
  const { link_url: url } = await shop.getMandateAuthLink({
    body: { mandate_id: mandateId, link_customizations },
  });
  const payer = await payers.open(url);
  return { mandateId, url, payer, page: new MandatePage(payer) };
}

const read = (mandateId: string) => shop.getMandate({ path: { mandateId } });

const reaches = (mandateId: string, status: string) =>
  eventually(async () => {
    const mandate = await read(mandateId);
    return mandate.status === status && mandate;
  });

async function expectGoodForEverybody({ page }: BrowserPayer): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
}

describe('a payer on the page of a mandate', () => {
  afterAll(() => payers.leave());

  it.concurrent(
    'a payer finds the bank, agrees, signs in, and has set up the mandate',
    async () => {
      const redirect = { ui_mode: 'redirect', redirect_uri: RETURN_PAGE };
      const { mandateId, payer, page } = await open(redirect);
      await payer.sees('Choose your bank');
      expect(payer.page.url()).not.toContain('token');
      await payer.page.getByLabel('Search for your bank').fill('tset bnak');
      await payer.page.getByRole('option').filter({ hasText: 'Test Bank' }).first().waitFor();
      await expectGoodForEverybody(payer);
      await payer.page.reload();
      await payer.sees('Choose your bank');
      await page.choosesBank('Test Bank');
      await page.entersAccount();
      await payer.reads('A single payment is never more than HKD 500.00.');
      await expectGoodForEverybody(payer);
      await payer.presses('Agree and continue');
      await payer.sees('Sign in to Test Bank');
      await page.signsIn('wrong');
      await payer.reads('Your bank did not accept this user ID and password.');
      await page.signsIn();
      await page.entersCode('123456');
      await payer.sees('Direct debit set up');
      expect(await reaches(mandateId, 'SUCCEEDED')).toMatchObject({ status: 'SUCCEEDED' });
      await payer.page.route(`${RETURN_PAGE}*`, (route) => route.fulfill({ body: 'In the shop' }));
      await payer.page.getByRole('link', { name: /^Return to/ }).click();
      await payer.reads('In the shop');
      expect(new URL(payer.page.url()).searchParams.get('mandate_id')).toBe(mandateId);
    },
  );

  it.concurrent('a payer reads that the bank refuses the account', async () => {
    const { mandateId, payer, page } = await open();
    await page.setsItUp('012-345-670002');
    await payer.sees('Your bank refused the direct debit');
    expect(await read(mandateId)).toMatchObject({ status: 'FAILED' });
  });

  it.concurrent('a payer may disagree, and reconsider', async () => {
    const { mandateId, payer, page } = await open();
    await page.choosesBank('Test Bank');
    await page.entersAccount();
    await payer.presses('Do not agree');
    await payer.sees('You have not agreed');
    expect(await read(mandateId)).toMatchObject({ status: 'AUTHORIZATION_REQUIRED' });
    await payer.presses('Go on after all');
    await page.entersAccount();
  });

  it.concurrent('a payer is locked out after the third wrong code', async () => {
    const { payer, page } = await open();
    await page.agrees();
    await page.signsIn();
    for (const code of ['000001', '000002']) {
      await page.entersCode(code);
      await payer.reads('Your bank did not accept this code.');
    }
    await page.entersCode('000003');
    await payer.reads('refuses further');
  });

  it.concurrent('a payer reads that a bank is down, and chooses another one', async () => {
    const { payer, page } = await open();
    await page.choosesBank('Test Bank Unavailable');
    await page.entersAccount();
    await payer.presses('Agree and continue');
    await page.signsIn();
    await payer.reads('This bank cannot be reached at the moment.');
    await payer.presses('Change bank');
    await page.agrees();
  });

  it.concurrent(
    "a payer opens the mandate's link once, and continues in the same tab",
    async () => {
      const { url, payer } = await open();
      await payer.sees('Choose your bank');
      await payer.page.goto(url);
      await payer.sees('Choose your bank');
      const stranger = await payers.open(url);
      await stranger.sees('This link does not work');
    },
  );

  it.concurrent('a payer reads the mandate in the language of the link', async () => {
    const { payer } = await open({ language: 'zh', countries: ['HKG'] });
    await payer.sees('選擇您的銀行');
    expect(await payer.page.locator('html').getAttribute('lang')).toBe('zh-Hant');
  });
});

describe('a bank with a page of its own', () => {
  afterAll(() => payers.leave());

  async function atTheBank() {
    const opened = await open();
    await opened.page.choosesBank('Test Bank OAuth');
    await opened.page.entersAccount();
    await opened.payer.presses('Agree and continue to Test Bank OAuth');
    return opened;
  }

  it.concurrent("a bank's own page returns an approval, and the mandate is set up", async () => {
    const { mandateId, payer, page } = await atTheBank();
    await page.decidesAtBank('Approve');
    await payer.sees('Direct debit set up');
    await reaches(mandateId, 'SUCCEEDED');
  });

  it.concurrent("a bank's own page returns a refusal, and the payer can try again", async () => {
    const { payer, page } = await atTheBank();
    await page.decidesAtBank('Refuse');
    await payer.sees('Confirm with your bank');
    await payer.presses('Continue to Test Bank OAuth');
    await page.decidesAtBank('Approve');
    await payer.sees('Direct debit set up');
  });

  it.concurrent("a bank's own page lets a payer go back", async () => {
    const { payer } = await atTheBank();
    await payer.sees('Sign in to your bank');
    await payer.page.goBack();
    await payer.sees('Confirm with your bank');
    await payer.reads('Nothing has been set up yet.');
  });
});

describe('a payment link paid by direct debit', () => {
  afterAll(() => payers.leave());

  it.concurrent(
    'a payment link is paid by direct debit after the steps inside the payment page',
    async () => {
      const link = await shop.createPaymentLink({ body: paymentOrder() });
      const payer = await payers.open(link.url ?? '');
      await payer.presses('Direct debit from your bank');
      await new MandatePage(payer).setsItUp();
      await payer.sees('Payment complete');
      const paid = await shop.link(link.payment_link_id);
      expect(paid).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
    },
  );

  it.concurrent(
    'a payment link is paid by card when the payer does not agree to direct debit',
    async () => {
      const link = await shop.createPaymentLink({ body: paymentOrder() });
      const payer = await payers.open(link.url ?? '');
      await payer.presses('Direct debit from your bank');
      const page = new MandatePage(payer);
      await page.choosesBank('Test Bank');
      await page.entersAccount();
      await payer.presses('Do not agree');
      await payer.pays('authorized');
      await payer.sees('Payment complete');
    },
  );

  it.concurrent("a payer of a link returns from the bank's own page to the payment", async () => {
    const link = await shop.createPaymentLink({ body: paymentOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.presses('Direct debit from your bank');
    const page = new MandatePage(payer);
    await page.choosesBank('Test Bank OAuth');
    await page.entersAccount();
    await payer.presses('Agree and continue to Test Bank OAuth');
    await page.decidesAtBank('Approve');
    await payer.sees('Payment complete');
  });

  it.concurrent('a link that only sets up stores the mandate', async () => {
    const link = await shop.createPaymentLink({ body: setupOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.presses('Direct debit from your bank');
    await new MandatePage(payer).setsItUp();
    await payer.sees('Direct debit set up');
    const stored = await shop.link(link.payment_link_id);
    expect(stored).toMatchObject({ status: 'SETUP_SUCCEEDED' });
  });
});
