import { CARD_OUTCOMES } from '../src/cards/authorizations/card-outcomes.js';
import { Merchant, testSandbox, type TestSandbox } from './sandbox.fixture.js';

describe('GW1 authorizations', () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;

  beforeAll(async () => {
    sandbox = await testSandbox();
    merchant = new Merchant(sandbox.url);
  });
  afterAll(() => sandbox.end());

  it.each([
    ['4242424242424242', 'Visa', '4242', 'CREDIT', 'HK'],
    ['5555555555554444', 'Mastercard', '4444', 'CREDIT', 'SG'],
    ['378282246310005', 'American Express', '0005', 'CREDIT', 'US'],
    ['3530111333300000', 'JCB', '0000', 'CREDIT', 'JP'],
    ['6200000000000005', 'UnionPay', '0005', 'DEBIT', 'CN'],
  ])(
    'card %s is authorized and captured once',
    async (...[number, brand, last4, funding, country]) => {
      const { status, body } = await merchant.authorize(number);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          status: 'authorized',
          psp_reference: expect.stringMatching(/^GW1[0-9A-F]{16}$/u),
          auth_code: expect.stringMatching(/^[0-9A-F]{6}$/u),
          network_transaction_reference: expect.stringMatching(/^[0-9A-F]{15}$/u),
          card: { brand, last4, funding, country, expiry_month: 12, expiry_year: 2060 },
        },
      });
      expect(body['stored_payment_method_id']).toBeUndefined();
      const captured = await merchant.act(body['reference'], 'capture');
      expect(captured.body).toMatchObject({ status: 'captured', amount: 1234, currency: 'HKD' });
    },
  );

  it.each([
    ['4000000000000002', CARD_OUTCOMES.DECLINED],
    ['4000000000009995', CARD_OUTCOMES.INSUFFICIENT_FUNDS],
    ['4000000000000069', CARD_OUTCOMES.EXPIRED_CARD],
    ['4111111111111111', CARD_OUTCOMES.NOT_A_TEST_CARD],
  ])('card %s is declined in the words of a processor', async (number, { decline }) => {
    const { status, body } = await merchant.authorize(number);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'declined',
      decline: {
        decline_code: decline.declineCode,
        decline_reason: decline.declineReason,
        result_code: decline.resultCode,
      },
    });
    expect(body['auth_code']).toBeUndefined();
    const captured = await merchant.act(body['reference'], 'capture');
    expect(captured).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
  });

  it('no table contains a card number or a security code', async () => {
    const own = new Merchant(sandbox.url);
    await own.authorize('378282246310005', {
      token: await own.token('378282246310005', { cvc: '8642' }),
    });
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: sandbox.database.adminUrl });
    await client.connect();
    try {
      const tables = ['card_tokens', 'card_authorizations', 'stored_cards', 'callbacks'];
      for (const table of tables) {
        const { rows } = await client.query<{ text: string }>(
          `SELECT t::text AS text FROM ${table} AS t`,
        );
        expect(rows.map(({ text }) => text).join()).not.toMatch(/378282246310005|8642/u);
      }
    } finally {
      await client.end();
    }
  });

  it('a set-up stores a card that off-session charges use, and its fingerprint stays the same', async () => {
    const setUp = await merchant.authorize('4242424242424242', { purpose: 'SETUP', amount: 0 });
    const stored = setUp.body['stored_payment_method_id'];
    expect(stored).toMatch(/^pm_/u);
    const charge = await merchant.authorize('', {
      token: stored,
      off_session: true,
      return_url: null,
    });
    expect(charge.body).toMatchObject({ status: 'authorized', card: setUp.body['card'] as object });
    const other = new Merchant(sandbox.url);
    const stolen = await other.authorize('', { token: stored, off_session: true });
    expect(stolen).toMatchObject({ status: 400, body: { error: { code: 'unknown_token' } } });
    const captured = await merchant.act(setUp.body['reference'], 'capture');
    expect(captured.status).toBe(409);
  });

  it('card 0341 can be set up, but charges without the payer fail', async () => {
    const setUp = await merchant.authorize('4000000000000341', { purpose: 'SETUP', amount: 0 });
    expect(setUp.body['status']).toBe('authorized');
    const token = setUp.body['stored_payment_method_id'];
    const charge = await merchant.authorize('', { token, off_session: true });
    expect(charge.body).toMatchObject({
      status: 'declined',
      decline: { decline_code: 'generic_decline' },
    });
    const present = await merchant.authorize('', { token });
    expect(present.body['status']).toBe('authorized');
  });

  it('an off-session charge of card 3155 asks for authentication again', async () => {
    const charge = await merchant.authorize('4000002500003155', { off_session: true });
    expect(charge.body).toMatchObject({
      status: 'requires_action',
      action: { redirect_url: expect.stringContaining(`${sandbox.url}/gw1/challenge/`) },
    });
  });

  it('card 1976 is authorized, its capture fails, and a repeat gives the same answer', async () => {
    const { body } = await merchant.authorize('4000000000001976');
    for (const attempt of [1, 2]) {
      const captured = await merchant.act(body['reference'], 'capture');
      expect({ attempt, ...captured.body }).toMatchObject({
        attempt,
        status: 'failed',
        decline: { decline_code: 'capture_failed', result_code: '96' },
      });
    }
    expect((await merchant.find(body['reference'])).body).toMatchObject({
      status: 'capture_failed',
      captured_amount: 0,
    });
  });

  it.each(['4000000000000259', '4000000000002685'])(
    'the disputed card %s is captured like any other',
    async (number) => {
      const { body } = await merchant.authorize(number);
      expect((await merchant.act(body['reference'], 'capture')).body['status']).toBe('captured');
    },
  );

  describe('0119', () => {
    it('card 0119 is charged without an answer, and a later question gives its status', async () => {
      const own = new Merchant(sandbox.url);
      const { body } = await own.authorize('4000000000000119');
      expect(body['status']).toBe('authorized');
      await expect(own.act(body['reference'], 'capture')).rejects.toThrow('fetch failed');
      expect((await own.find(body['reference'])).body).toMatchObject({
        status: 'captured',
        captured_amount: 1234,
      });
      expect((await own.act(body['reference'], 'capture')).body['status']).toBe('captured');
      expect(await own.ledger()).toMatchObject([{ charged: 1234, refunded: 0, captures: 1 }]);
    });

    it('a set-up of card 0119 has no answer, and a repeat gives it', async () => {
      const request = await merchant.request('4000000000000119', { purpose: 'SETUP', amount: 0 });
      const send = () => merchant.send('POST /gw1/authorizations', request);
      await expect(send()).rejects.toThrow('fetch failed');
      const found = await merchant.find(request.reference);
      expect(found.body['status']).toBe('authorized');
      expect((await send()).body).toMatchObject({
        status: 'authorized',
        stored_payment_method_id: found.body['stored_payment_method_id'],
      });
    });
  });
});
