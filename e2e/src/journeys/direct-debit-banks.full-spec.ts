import { RIGHT_OTP, TYPED, type MandatePayer, type WebhookReceiver } from '@towpath/testing';
import { Payers, type BrowserPayer } from '../clients/browser-payer.js';
import { accepted, DebitShop, refusalOf, type Asked } from '../clients/debit-shop.js';
import { DebitStory } from '../clients/debit-story.js';
import { MandatePage } from '../clients/mandate-page.js';
import { MoneyBooks } from '../clients/money-books.js';
import { RunningSystem } from '../system/running-system.js';

const NUMBER = '012-345-678833';
const OAUTH = 'INSTITUTION_OAUTH_LOGIN';
const STARTED = 'mandate.authorization_started';
const INTERRUPTED = 'mandate.authorization_interrupted';
const ACCEPTED = ['mandate.authorized', 'mandate.submitted', 'mandate.succeeded'];
const SET_UP = ['MANDATE_SETUP_SUBMITTED', 'MANDATE_SETUP_SUCCEEDED'];

const system = RunningSystem.open();
const ledger = new MoneyBooks(system);
let shop: DebitShop;
let story: DebitStory;
let payers: Payers;
/** Serves the page that payers come back to. */
let site: WebhookReceiver;

beforeAll(async () => {
  shop = await DebitShop.open(system);
  story = await DebitStory.follow(system, shop.merchant);
  payers = await Payers.start();
  site = await system.webhookReceiver();
});
afterEach(() => payers.leave());
afterAll(() => Promise.all([payers?.stop(), story?.stop(), site?.stop()]));

interface Reported {
  readonly events: readonly string[];
  readonly webhooks: readonly string[];
}

async function expectReported(key: string, { events, webhooks }: Reported): Promise<void> {
  const { names, sequences } = await story.events(key, events.length);
  expect(names).toEqual(events);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  const received = await story.webhooks(key, webhooks.length);
  expect(received).toEqual({ types: webhooks, sequences: webhooks.map((_, index) => index + 1) });
}

/** The bank takes it a second later. */
async function expectSetUp(mandateId: string, before: readonly string[]): Promise<void> {
  await shop.reaches(mandateId, 'SUBMITTED');
  await shop.advance(1);
  await shop.reaches(mandateId, 'SUCCEEDED');
  const events = ['mandate.created', ...before, ...ACCEPTED];
  await expectReported(mandateId, { events, webhooks: SET_UP });
  expect(await shop.atTheBank(mandateId)).toBe('ACTV');
}

async function chargeable(): Promise<Asked> {
  const asked = await shop.asks({
    transaction_limits: {
      max_transaction_amount: 4_500,
      max_period_amount: 4_500,
      period: 'YEARLY',
    },
  });
  await (await shop.ownUi(asked.mandate_id)).authorize(NUMBER);
  await shop.reaches(asked.mandate_id, 'SUBMITTED');
  await shop.advance(1);
  await shop.reaches(asked.mandate_id, 'SUCCEEDED');
  await shop.agreesToAutopay(asked);
  return asked;
}

describe('a bank with a page of its own', () => {
  /** The payer chose the bank in the shop's own interface and is sent to the page of the bank. */
  async function sentToTheBank(payer: MandatePayer): Promise<BrowserPayer> {
    const { auth_checklist: factors } = await payer.auth();
    const option = factors.flatMap(({ options }) => options).find((each) => each.redirect_url);
    return payers.open(option?.redirect_url ?? '');
  }

  async function backInTheShop({ page }: BrowserPayer, mandateId: string): Promise<void> {
    await page.waitForURL((url) => url.href.startsWith(site.url('/back')));
    expect(new URL(page.url()).searchParams.get('mandate_id')).toBe(mandateId);
  }

  it("a bank's page returns the payer to the shop's own interface, refused and then approved", async () => {
    const { mandate_id: id } = await shop.asks();
    const payer = await shop.ownUi(id, { ui_mode: 'redirect', redirect_uri: site.url('/back') });
    await payer.select('testbank-oauth');
    await payer.submit(TYPED.account(NUMBER, OAUTH), TYPED.consent(OAUTH));
    for (const decision of ['Refuse', 'Approve'] as const) {
      const browser = await sentToTheBank(payer);
      await new MandatePage(browser).decidesAtBank(decision);
      await backInTheShop(browser, id);
      if (decision === 'Refuse') await shop.reaches(id, 'AUTHORIZATION_REQUIRED');
    }
    await expectSetUp(id, [STARTED, INTERRUPTED, STARTED]);
  });

  it("a bank's page returns the payer to the hosted page, refused and then approved", async () => {
    const { mandate_id: id } = await shop.asks();
    const browser = await payers.open((await shop.link(id)).link_url);
    const page = new MandatePage(browser);
    await page.choosesBank('Test Bank OAuth');
    await page.entersAccount(NUMBER);
    await browser.presses('Agree and continue to Test Bank OAuth');
    await page.decidesAtBank('Refuse');
    await browser.sees('Confirm with your bank');
    await browser.presses('Continue to Test Bank OAuth');
    await page.decidesAtBank('Approve');
    await expectSetUp(id, [STARTED, INTERRUPTED, STARTED]);
    await browser.sees('Direct debit set up');
  });
});

describe('a bank that is down', () => {
  it('a bank that is down leaves the mandate open, and another bank accepts it', async () => {
    const { mandate_id: id } = await shop.asks();
    const payer = await shop.ownUi(id);
    await payer.select('testbank-unavailable');
    await payer.submit(TYPED.account(NUMBER), TYPED.consent());
    const refused = payer.submit(TYPED.login({ otp: RIGHT_OTP })).then(accepted);
    expect(await refusalOf(refused)).toEqual([400, 'INSTITUTION_UNAVAILABLE']);
    expect((await shop.mandate(id)).status).toBe('AUTHORIZATION_REQUIRED');
    expect(await shop.atTheBank(id)).toBe('none');
    await payer.authorize(NUMBER);
    await expectSetUp(id, [STARTED, INTERRUPTED, STARTED]);
  });
});

describe('a shop that asked the payer itself', () => {
  it("a shop states the payer's consent, and charges the account that it knows", async () => {
    const asked = await shop.asksOnAccount('8833');
    await shop.authorizes(asked.mandate_id, true);
    await expectSetUp(asked.mandate_id, []);
    await shop.agreesToAutopay(asked);
    const { payment_id: paymentId } = await shop.charge(asked, 700);
    await shop.advance(1);
    await shop.paymentReaches(paymentId, 'EXECUTED');
    await expectReported(paymentId, {
      events: ['payment.created', 'payment.submitted', 'payment.executed'],
      webhooks: ['PAYMENT_SUBMITTED', 'PAYMENT_EXECUTED'],
    });
    expect(await ledger.transfers(paymentId)).toEqual(['PAYMENT 700 clearing -> settlement']);
  });

  it('a shop states that the payer refused, and the bank gets no request', async () => {
    const { mandate_id: id } = await shop.asksOnAccount('8833');
    expect((await shop.authorizes(id, false)).status).toBe('CANCELLED');
    const late = shop.authorizes(id, true);
    expect(await refusalOf(late)).toEqual([400, 'INVALID_MANDATE_STATUS']);
    await expectReported(id, {
      events: ['mandate.created', 'mandate.cancelled'],
      webhooks: ['MANDATE_SETUP_CANCELLED'],
    });
    expect(await shop.atTheBank(id)).toBe('none');
  });
});

describe('a mandate that ends while a payment is at the bank', () => {
  const ENDS = [
    {
      who: 'its payer',
      end: (asked: Asked) => shop.decides(asked.mandate_id, 'REVOKED'),
      status: 'REVOKED',
      atBank: 'RVKD',
    },
    {
      who: 'the shop',
      end: (asked: Asked) => shop.cancels(asked),
      status: 'CANCELLED',
      atBank: 'CANC',
    },
  ] as const;

  it.each(ENDS)('ended by $who, revokes the payment', async ({ end, status, atBank }) => {
    const asked = await chargeable();
    const { status: sent, payment_id: paymentId } = await shop.charge(asked, 4_500);
    expect(sent).toBe('SUBMITTED');
    await end(asked);
    await shop.paymentReaches(paymentId, 'REVOKED');
    await shop.advance(60);
    await expectReported(asked.mandate_id, {
      events: ['mandate.created', STARTED, ...ACCEPTED, `mandate.${status.toLowerCase()}`],
      webhooks: [...SET_UP, `MANDATE_SETUP_${status}`],
    });
    await expectReported(paymentId, {
      events: ['payment.created', 'payment.submitted', 'payment.revoked'],
      webhooks: ['PAYMENT_SUBMITTED', 'PAYMENT_REVOKED'],
    });
    expect((await shop.mandate(asked.mandate_id)).status).toBe(status);
    expect(await shop.atTheBank(asked.mandate_id)).toBe(atBank);
    expect(await ledger.transfers(paymentId)).toEqual([]);
    expect(await ledger.used(asked.mandate_id)).toEqual({ amount: 0, count: 0 });
    expect(await shop.bankBooks()).not.toContainEqual(
      expect.objectContaining({ payment_id: paymentId }),
    );
    const late = shop.charge(asked, 1);
    expect(await refusalOf(late)).toEqual([400, 'INVALID_MANDATE_STATUS']);
  });
});

it('every direct-debit webhook that was owed arrives exactly once', async () => {
  expect(await story.surplus()).toEqual({ unknown: [], repeated: [] });
});
