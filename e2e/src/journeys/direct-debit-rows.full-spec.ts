/** @takes 50 s */
import { Payers } from '../clients/browser-payer.js';
import { DebitShop, refusalOf, type Asked } from '../clients/debit-shop.js';
import { DebitStory, webhooksOf } from '../clients/debit-story.js';
import { MandatePage } from '../clients/mandate-page.js';
import { MoneyBooks } from '../clients/money-books.js';
import { RunningSystem } from '../system/running-system.js';
import { DEBIT_ROWS, type ChargeRow, type DebitRow } from './direct-debit-rows.fixture.js';

const AMOUNT = 4_500;
const LIMITS = {
  max_transaction_amount: AMOUNT,
  max_period_amount: AMOUNT,
  period: 'YEARLY',
};
const BEGUN = [
  'mandate.created',
  'mandate.authorization_started',
  'mandate.authorized',
  'mandate.submitted',
];
const SENT = ['payment.created', 'payment.submitted'];

const system = RunningSystem.open();
const ledger = new MoneyBooks(system);
let shop: DebitShop;
let story: DebitStory;
let payers: Payers;

beforeAll(async () => {
  shop = await DebitShop.open(system);
  story = await DebitStory.follow(system, shop.merchant);
  payers = await Payers.start();
});
afterEach(() => payers.leave());
afterAll(() => Promise.all([payers?.stop(), story?.stop()]));

/** What the payer sees at the end of it all; nothing in a user interface of the shop's own. */
type Outcome = (screen: string) => Promise<void>;

/** A payer agrees, up to the bank's turn. */
type Way = (mandateId: string, number: string) => Promise<Outcome>;

const inOwnUi: Way = async (mandateId, number) => {
  await (await shop.ownUi(mandateId)).authorize(number);
  return () => Promise.resolve();
};
const onHostedPage: Way = async (mandateId, number) => {
  const { link_url } = await shop.link(mandateId);
  const payer = await payers.open(link_url);
  await new MandatePage(payer).setsItUp(number);
  return (screen) => payer.sees(screen);
};

/** The hosted page ends with the mandate: of the rows that differ in their charge only, the last. */
const ROWS_OF_PAGE = [
  ...new Map(DEBIT_ROWS.map((row) => [`${row.seconds} ${row.becomes}`, row])).values(),
];

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function expectReported(
  key: string,
  status: string,
  events: readonly string[],
): Promise<void> {
  const published = await story.events(key, events.length);
  expect([published.names, published.statuses.at(-1)]).toEqual([events, status]);
  expect(published.sequences).toEqual(upTo(published.sequences.length));
  const types = webhooksOf(events);
  const received = await story.webhooks(key, types.length);
  expect(received).toEqual({ types, sequences: upTo(types.length) });
}

/** The bank's decision about the mandate, and the shop's request that comes before it. */
async function decideMandate({ becomes, seconds }: DebitRow, asked: Asked): Promise<void> {
  const { mandate_id: mandateId } = asked;
  await shop.reaches(mandateId, 'SUBMITTED');
  await shop.agreesToAutopay(asked);
  const early = shop.charge(asked, AMOUNT);
  expect(await refusalOf(early)).toEqual([400, 'INVALID_MANDATE_STATUS']);
  await shop.advance(seconds);
  await shop.reaches(mandateId, becomes);
  if (becomes === 'SUBMITTED') await shop.decides(mandateId, 'SUCCEEDED');
}

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.[1] ?? null;

/** A payment from its request to its end; its ID. */
async function charge(row: ChargeRow, asked: Asked): Promise<string> {
  const { status, payment_id: paymentId } = await shop.charge(asked, AMOUNT);
  expect(status).toBe(row.answered);
  expect(await codeOf(shop.charge(asked, AMOUNT))).toBe(row.meanwhile);
  expect(await ledger.used(asked.mandate_id)).toEqual({ amount: AMOUNT, count: 1 });
  for (const [seconds, becomes] of row.steps) {
    await shop.advance(seconds);
    await shop.paymentReaches(paymentId, becomes);
  }
  return paymentId;
}

async function expectCharged(row: ChargeRow, asked: Asked, paymentId: string): Promise<void> {
  const [, status = ''] = row.steps.at(-1) ?? [];
  await expectReported(paymentId, status, [...SENT, ...row.events]);
  const last = row.bankStatuses.at(-1) ?? '';
  expect(await story.chargeStatuses(asked.mandate_id, { last })).toEqual(row.bankStatuses);
  const { payments, total_payments } = await shop.payments(asked.mandate_id);
  expect([payments, total_payments]).toMatchObject([
    [{ payment_id: paymentId, status, type: 'MANDATE', live: false, ...row.shows }],
    1,
  ]);
  expect(await ledger.transfers(paymentId)).toEqual(row.transfers);
  await expectDisputes(row, paymentId);
  const bank = (await shop.bankBooks()).filter(({ payment_id }) => payment_id === paymentId);
  const booked = { gateway: 'GW3', currency: 'HKD', captures: 1, ...row.books };
  expect(bank).toEqual(row.books ? [expect.objectContaining(booked)] : []);
}

/** What a bank took back is a dispute that nobody can win, and takes no more money. */
async function expectDisputes({ chargebacks = [] }: ChargeRow, paymentId: string): Promise<void> {
  const { disputes } = await shop.merchant.listDisputes({ query: { limit: 1000 } });
  const about = disputes.filter(({ payment_id: id }) => id === paymentId);
  expect(about).toMatchObject(chargebacks);
  expect(about).toHaveLength(chargebacks.length);
  const { dispute_id: shown } = await shop.merchant.payment(paymentId);
  expect(shown).toBe(about[0]?.dispute_id);
  for (const { dispute_id: id } of about) {
    const types = ['DISPUTE_CREATED', 'DISPUTE_UPDATED'];
    expect(await story.webhooks(id, types.length)).toEqual({ types, sequences: [1, 2] });
  }
}

/** The limit is taken for as long as the charge counts, and no longer. */
async function expectLimit({ afterwards }: ChargeRow, asked: Asked): Promise<void> {
  const amount = afterwards === 'TRANSACTION_LIMIT_EXCEEDED' ? AMOUNT : 0;
  expect(await ledger.used(asked.mandate_id)).toEqual({ amount, count: amount / AMOUNT });
  expect(await codeOf(shop.charge(asked, AMOUNT))).toBe(afterwards);
}

describe.each([
  ["the shop's own user interface", inOwnUi, DEBIT_ROWS],
  ['the hosted page', onHostedPage, ROWS_OF_PAGE],
] as const)('a mandate that is authorized on %s', (_name, agree, rows) => {
  it.each(rows)('ends with its charge as the bank decides for $ending', async (row) => {
    const asked = await shop.asks({ transaction_limits: LIMITS });
    const sees = await agree(asked.mandate_id, `012-345-67${row.ending}`);
    await decideMandate(row, asked);
    await sees(row.screen);
    const paymentId = row.charge && (await charge(row.charge, asked));
    const published = await story.events(asked.mandate_id, BEGUN.length + row.events.length);
    await expectReported(asked.mandate_id, String(published.statuses.at(-1)), [
      ...BEGUN,
      ...row.events,
    ]);
    const mandate = await shop.mandate(asked.mandate_id);
    expect(mandate.status).toBe(published.statuses.at(-1));
    expect(await shop.atTheBank(asked.mandate_id)).toBe(row.atBank);
    if (row.charge && paymentId) {
      await expectCharged(row.charge, asked, paymentId);
      await expectLimit(row.charge, asked);
      return;
    }
    expect(mandate.error).toMatchObject({ error_code: 'PAYMENT_METHOD_DECLINED' });
    expect(await codeOf(shop.charge(asked, AMOUNT))).toBe('INVALID_MANDATE_STATUS');
    expect((await shop.payments(asked.mandate_id)).total_payments).toBe(0);
  });
});

it('every webhook about these mandates that was owed arrives exactly once', async () => {
  expect(await story.surplus()).toEqual({ unknown: [], repeated: [] });
});
