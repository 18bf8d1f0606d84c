/**
 * @proves promise-10, receiveDirectDebitCallback, updateTestMandateStatus
 * @proves receiveDirectDebitCallbackOfAccount
 */
import { createHmac } from 'node:crypto';
import { jest } from '@jest/globals';
import { sharedSystem } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { DirectDebitShop, queryMandates, type Refusal } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);
const MINUTE = 60;
const DAY = 86_400;
const BEGUN = ['mandate.created', 'mandate.authorized', 'mandate.submitted'];

// The whole system: the account is payment-link's, the bank is the sandbox, the clock the gateway's.
let shop: DirectDebitShop;
beforeAll(async () => {
  shop = await DirectDebitShop.open(await sharedSystem());
});

/** `STATUS events…` of a mandate, with nothing missing between its events. */
async function storyOf(mandateId: string): Promise<string> {
  const { status, events, sequences } = await shop.history(mandateId);
  expect(sequences).toEqual(events.map((_, index) => index + 1));
  expect(events.slice(0, BEGUN.length)).toEqual(BEGUN);
  return [status, ...events.slice(BEGUN.length)].join(' ');
}

const expectStory = async (mandateId: string, story: string) =>
  expect(await storyOf(mandateId)).toBe(story);

const SUCCEEDED = 'SUCCEEDED mandate.succeeded';
const FAILED = 'FAILED mandate.failed';
const REVOKED = 'REVOKED mandate.succeeded mandate.revoked';

describe('a mandate at its bank', () => {
  const ENDINGS = ['8901', '0002', '0003', '0004', '0005', '0006', '0007', '0008'];
  const mandates = new Map<string, string>();
  const idOf = (ending: string) => mandates.get(ending) ?? '';
  const stories = async () =>
    Object.fromEntries(
      await Promise.all(ENDINGS.map(async (each) => [each, await storyOf(idOf(each))] as const)),
    );

  it('has the outcome of its account at the instant of that account', async () => {
    for (const each of ENDINGS) mandates.set(each, await shop.authorized(each));
    await shop.advance(1);
    // 0003 waits for the testing operation; of 0007 the answer is lost, and nobody calls.
    const afterSecond = {
      ...{ 8901: SUCCEEDED, '0002': FAILED, '0003': 'SUBMITTED', '0004': SUCCEEDED },
      ...{ '0005': SUCCEEDED, '0006': SUCCEEDED, '0007': 'SUBMITTED', '0008': SUCCEEDED },
    };
    expect(await stories()).toEqual(afterSecond);
    await shop.advance(8);
    expect(await stories()).toEqual(afterSecond);
    // Asked for after ten seconds.
    await shop.advance(1);
    expect(await stories()).toEqual({ ...afterSecond, '0007': SUCCEEDED });
    // The payer of 0004 withdraws after a minute. The calls about 0008 come again and contradict.
    await shop.advance(MINUTE);
    const afterMinute = { ...afterSecond, '0007': SUCCEEDED, '0004': REVOKED };
    expect(await stories()).toEqual(afterMinute);
    await shop.advance(3 * DAY);
    expect(await stories()).toEqual(afterMinute);
  });

  it('has no references of the bank while it is SUBMITTED, and both when it SUCCEEDED', async () => {
    const mandateId = await shop.asked('8901');
    const { body } = await shop.authorize(mandateId);
    expect([body.status, body.mandate_details.mandate_bank_reference]).toEqual([
      'SUBMITTED',
      undefined,
    ]);
    const read = await shop.read(idOf('8901'));
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
  });

  it('shows the reason of the bank when it FAILED', async () => {
    expect((await shop.read(idOf('0002'))).error).toMatchObject({
      type: 'API_ERROR',
      error_code: 'PAYMENT_METHOD_DECLINED',
      details: 'The bank allows no direct debits from this account.',
    });
  });

  it('is decided by the testing operation, but never against its transitions', async () => {
    const [accepted, rejected] = [idOf('0003'), await shop.authorized('0003')];
    expect((await shop.decide(accepted, 'SUCCEEDED')).body.status).toBe('SUCCEEDED');
    expect((await shop.decide(rejected, 'FAILED')).body.status).toBe('FAILED');
    await expectStory(accepted, SUCCEEDED);
    await expectStory(rejected, FAILED);
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

  it('is not decided by the testing operation when its bank is a real one', async () => {
    const mandateId = await shop.authorized('0003');
    const sql = 'UPDATE mandate_submissions SET connector = $2 WHERE mandate_id = $1';
    await queryMandates(shop.system, sql, [mandateId, 'acme']);
    const { status, body } = await shop.decide<Refusal>(mandateId, 'SUCCEEDED');
    await queryMandates(shop.system, sql, [mandateId, 'sandbox']);
    expect([status, body.error]).toMatchObject([
      400,
      {
        error_code: 'INVALID_REQUEST',
        details: 'The mandate is at acme, where nothing is simulated. Use the test mode there.',
      },
    ]);
  });
});

describe('a call-back at the endpoint of one account', () => {
  const body = JSON.stringify({
    notice: 'notice-of-account',
    type: 'mandate.accepted',
    reference: 'unknown',
    customer_app_id: 'nobody',
  });
  const signed = () => {
    const head = { alg: 'HS256', b64: false, crit: ['b64'], iat: Math.floor(Date.now() / 1_000) };
    const text = Buffer.from(JSON.stringify(head)).toString('base64url');
    const mac = createHmac('sha256', shop.system.layout.sandboxGatewaySecret);
    return `${text}..${mac.update(`${text}.${body}`).digest('base64url')}`;
  };
  const post = async (path: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'x-jws-signature': signature };
    const url = `${shop.system.baseUrl}/callbacks/direct_debits/gw3${path}`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };

  it('is taken at the account that the bank has, and at no other', async () => {
    expect(await post('', signed())).toBe(200);
    expect(await post('/default', signed())).toBe(200);
    expect(await post('/nobody', signed())).toBe(401);
    expect(await post('/default', 'e30..AAAA')).toBe(401);
  });
});

describe('the last day of a mandate', () => {
  it('closes it once after 23:59:59 UTC, here and at the bank', async () => {
    const today = (await shop.read(await shop.asked('8901'))).created_at.slice(0, 10);
    const mandateId = await shop.authorized('8901', { end_date: today });
    await shop.advance(1);
    await expectStory(mandateId, SUCCEEDED);
    const now = new Date((await shop.read(await shop.asked('8901'))).created_at).getTime();
    const midnight = Date.parse(`${today}T00:00:00Z`) + DAY * 1_000;
    await shop.advance(Math.floor((midnight - now) / 1_000) - 1);
    expect((await shop.read(mandateId)).status).toBe('SUCCEEDED');
    await shop.advance(3);
    await expectStory(mandateId, 'CLOSED mandate.succeeded mandate.closed');
    await eventually(async () => (await shop.atTheBank(mandateId))?.status === 'CANC', {
      describe: async () =>
        `the bank to end it: ${JSON.stringify(await shop.atTheBank(mandateId))}`,
    });
  });

  it('also closes a mandate that nobody authorized', async () => {
    const today = (await shop.read(await shop.asked('8901'))).created_at.slice(0, 10);
    const mandateId = await shop.asked('8901', { end_date: today });
    await shop.advance(DAY);
    const { status, body } = await shop.authorize<Refusal>(mandateId);
    expect([status, body.error.error_code]).toEqual([400, 'INVALID_MANDATE_STATUS']);
    const { status: state, events } = await shop.history(mandateId);
    expect([state, events]).toEqual(['CLOSED', ['mandate.created', 'mandate.closed']]);
  });
});
