import { jest } from '@jest/globals';
import { sharedSystem } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { DirectDebitShop, type Refusal } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);
const MINUTE = 60;
const DAY = 86_400;
const BEGUN = ['mandate.created', 'mandate.authorized', 'mandate.submitted'];

// The whole system: the account is payment-link's, the bank is the sandbox, the clock the gateway's.
let shop: DirectDebitShop;
beforeAll(async () => {
  shop = await DirectDebitShop.open(await sharedSystem());
});

/** With the events, and nothing missing between them. */
async function expectStory(mandateId: string, status: string, events: readonly string[]) {
  const history = await shop.history(mandateId);
  expect([history.status, history.events]).toEqual([status, [...BEGUN, ...events]]);
  expect(history.sequences).toEqual(history.events.map((_, index) => index + 1));
}

describe('a mandate at its bank', () => {
  it('is SUBMITTED, then SUCCEEDED within a second of the clock', async () => {
    const mandateId = await shop.asked('8901');
    const { body } = await shop.authorize(mandateId);
    expect([body.status, body.mandate_details.mandate_bank_reference]).toEqual([
      'SUBMITTED',
      undefined,
    ]);
    await shop.advance(1);
    const read = await shop.read(mandateId);
    expect(read.mandate_details).toMatchObject({
      mandate_bank_reference: expect.stringMatching(/^\S+$/),
      dda_reference: expect.stringMatching(/^\S+$/),
    });
    expect(read.sender_account).toMatchObject({
      account_type: 'EXTERNAL_ACCOUNT',
      account_number_masked: '****8901',
      institution_id: 'testbank',
      institution_name: 'Test Bank',
    });
    expect(JSON.stringify(read)).not.toContain('CHAN TAI MAN');
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
  });

  it('0002: FAILED, with the reason of the bank', async () => {
    const mandateId = await shop.authorized('0002');
    await shop.advance(1);
    expect((await shop.read(mandateId)).error).toMatchObject({
      type: 'API_ERROR',
      error_code: 'PAYMENT_METHOD_DECLINED',
      details: 'The bank allows no direct debits from this account.',
    });
    await expectStory(mandateId, 'FAILED', ['mandate.failed']);
  });

  it('0003: stays SUBMITTED for days, until the testing operation decides', async () => {
    const [accepted, rejected] = [await shop.authorized('0003'), await shop.authorized('0003')];
    await shop.advance(3 * DAY);
    expect((await shop.read(accepted)).status).toBe('SUBMITTED');
    expect((await shop.decide(accepted, 'SUCCEEDED')).body.status).toBe('SUCCEEDED');
    expect((await shop.decide(rejected, 'FAILED')).body.status).toBe('FAILED');
    await expectStory(accepted, 'SUCCEEDED', ['mandate.succeeded']);
    await expectStory(rejected, 'FAILED', ['mandate.failed']);
    expect((await shop.decide(accepted, 'SUCCEEDED')).body.status).toBe('SUCCEEDED');
    expect((await shop.decide(accepted, 'REVOKED')).body.status).toBe('REVOKED');
    for (const status of ['SUCCEEDED', 'FAILED']) {
      const refused = await shop.decide<Refusal>(accepted, status);
      expect([refused.status, refused.body.error.error_code]).toEqual([
        400,
        'INVALID_MANDATE_STATUS',
      ]);
    }
  });

  it('0004: SUCCEEDED, and REVOKED by the payer a minute later', async () => {
    const mandateId = await shop.authorized('0004');
    await shop.advance(MINUTE);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
    await shop.advance(1);
    await expectStory(mandateId, 'REVOKED', ['mandate.succeeded', 'mandate.revoked']);
  });

  it.each(['0005', '0006'])('%s: SUCCEEDED; its payments have the outcome', async (ending) => {
    const mandateId = await shop.authorized(ending);
    await shop.advance(1);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
  });

  it('0007: the answer is lost and nobody calls; found by asking after 10 s', async () => {
    const mandateId = await shop.authorized('0007');
    await expectStory(mandateId, 'SUBMITTED', []);
    await shop.advance(9);
    await expectStory(mandateId, 'SUBMITTED', []);
    await shop.advance(1);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
  });

  it('0008: repeated, contradictory and late calls change nothing twice', async () => {
    const mandateId = await shop.authorized('0008');
    await shop.advance(MINUTE);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
    await shop.advance(DAY);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
  });
});

describe('the last day of a mandate', () => {
  it('closes it after 23:59:59 UTC, once, and the bank is told', async () => {
    const today = (await shop.read(await shop.asked('8901'))).created_at.slice(0, 10);
    const mandateId = await shop.authorized('8901', { end_date: today });
    await shop.advance(1);
    await expectStory(mandateId, 'SUCCEEDED', ['mandate.succeeded']);
    const now = new Date((await shop.read(await shop.asked('8901'))).created_at).getTime();
    const midnight = Date.parse(`${today}T00:00:00Z`) + DAY * 1_000;
    await shop.advance(Math.floor((midnight - now) / 1_000) - 1);
    expect((await shop.read(mandateId)).status).toBe('SUCCEEDED');
    await shop.advance(3);
    await expectStory(mandateId, 'CLOSED', ['mandate.succeeded', 'mandate.closed']);
    await eventually(async () => (await shop.atTheBank(mandateId))?.status === 'CANC', {
      describe: async () =>
        `the bank to end it: ${JSON.stringify(await shop.atTheBank(mandateId))}`,
    });
  });

  it('closes it too when nobody authorized it', async () => {
    const today = (await shop.read(await shop.asked('8901'))).created_at.slice(0, 10);
    const mandateId = await shop.asked('8901', { end_date: today });
    await shop.advance(DAY);
    const { status, body } = await shop.authorize<Refusal>(mandateId);
    expect([status, body.error.error_code]).toEqual([400, 'INVALID_MANDATE_STATUS']);
    const { status: state, events } = await shop.history(mandateId);
    expect([state, events]).toEqual(['CLOSED', ['mandate.created', 'mandate.closed']]);
  });
});
