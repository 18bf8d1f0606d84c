import { type Answer, Merchant, testSandbox, type TestSandbox } from './sandbox.fixture.js';

describe('GW1 repeated and refused requests', () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;

  beforeAll(async () => {
    sandbox = await testSandbox();
  });
  beforeEach(() => {
    merchant = new Merchant(sandbox.url);
  });
  afterAll(() => sandbox.end());

  const authorization = (request: object) => merchant.send('POST /gw1/authorizations', request);

  it('a repeated request has the first answer, even after the state has changed', async () => {
    const request = await merchant.request('4242424242424242');
    const first = await authorization(request);
    await merchant.act(request.reference, 'capture');
    expect(await authorization(request)).toEqual(first);
    expect(await merchant.act(request.reference, 'capture')).toEqual(
      await merchant.act(request.reference, 'capture'),
    );
  });

  it('32 concurrent copies of a request make one authorization and one charge', async () => {
    const request = await merchant.request('4242424242424242');
    const copies = Array.from({ length: 32 }, () => authorization(request));
    const answers = new Set((await Promise.all(copies)).map((answer) => JSON.stringify(answer)));
    expect(answers.size).toBe(1);
    const captures = Array.from({ length: 32 }, () => merchant.act(request.reference, 'capture'));
    const statuses = (await Promise.all(captures)).map(({ body }) => body['status']);
    expect(new Set(statuses)).toEqual(new Set(['captured']));
    expect(await merchant.ledger()).toMatchObject([{ charged: 1234, captures: 1 }]);
  });

  it('32 concurrent copies of an off-session charge make one authorization', async () => {
    const setUp = await merchant.authorize('4242424242424242', { purpose: 'SETUP', amount: 0 });
    const token = setUp.body['stored_payment_method_id'];
    const request = await merchant.request('', { token, off_session: true });
    const copies = Array.from({ length: 32 }, () => authorization(request));
    const answers = new Set((await Promise.all(copies)).map((answer) => JSON.stringify(answer)));
    expect([...answers].map((text) => (JSON.parse(text) as Answer).status)).toEqual([200]);
  });

  it('a repeat is answered even if its token was deleted', async () => {
    const request = await merchant.request('4242424242424242');
    const first = await authorization(request);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: sandbox.database.adminUrl });
    await client.connect();
    await client.query(`UPDATE card_tokens SET expires_at = now() - interval '1 minute'`);
    expect(await authorization(request)).toEqual(first);
    const late = await merchant.request('4242424242424242');
    await client.query(`UPDATE card_tokens SET expires_at = now() - interval '1 minute'`);
    expect(await authorization(late)).toMatchObject({
      status: 400,
      body: { error: { code: 'token_expired' } },
    });
    await client.query(`DELETE FROM card_tokens`);
    await client.end();
    expect(await authorization(request)).toEqual(first);
  });

  it('only one of two concurrent references gets a token', async () => {
    const token = await merchant.token('4242424242424242');
    const race = Array.from({ length: 8 }, () => merchant.authorize('', { token }));
    const statuses = (await Promise.all(race)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it.each([
    ['amount', 999],
    ['currency', 'USD'],
    ['customer_app_id', 'another-app'],
    ['off_session', true],
  ])('a known reference with another %s is refused', async (member, value) => {
    const request = await merchant.request('4242424242424242');
    await authorization(request);
    expect(await authorization({ ...request, [member]: value })).toMatchObject({
      status: 409,
      body: { error: { code: 'reference_reused' } },
    });
  });

  it('a token works for one reference only', async () => {
    const token = await merchant.token('4242424242424242');
    expect((await merchant.authorize('', { token })).status).toBe(200);
    expect(await merchant.authorize('', { token })).toMatchObject({
      status: 409,
      body: { error: { code: 'token_used' } },
    });
  });

  it('an invented token is refused', async () => {
    expect(await merchant.authorize('', { token: 'tok_none' })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_token', field: 'token' } },
    });
  });

  it('a void is repeatable before the capture and refused after it', async () => {
    const { body } = await merchant.authorize('4242424242424242');
    const { reference } = body;
    expect((await merchant.act(reference, 'void')).body['status']).toBe('voided');
    expect((await merchant.act(reference, 'void')).body['status']).toBe('voided');
    expect((await merchant.act(reference, 'capture')).status).toBe(409);
    expect(await merchant.ledger()).toEqual([]);
    const paid = await merchant.authorize('4242424242424242');
    await merchant.act(paid.body['reference'], 'capture');
    expect((await merchant.act(paid.body['reference'], 'void')).status).toBe(409);
  });

  it('partial refunds add up to the charge at most, and each counts once', async () => {
    const { body } = await merchant.authorize('4242424242424242');
    const { reference } = body;
    const early = await merchant.refund(reference, { refund_reference: 'r0', amount: 1 });
    expect(early).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    await merchant.act(reference, 'capture');
    const part = { refund_reference: 'r1', amount: 234 };
    const first = await merchant.refund(reference, part);
    expect(first.body).toMatchObject({ status: 'refunded', amount: 234, currency: 'HKD' });
    expect(await merchant.refund(reference, part)).toEqual(first);
    expect(await merchant.refund(reference, { ...part, amount: 235 })).toMatchObject({
      status: 409,
      body: { error: { code: 'reference_reused' } },
    });
    const excess = await merchant.refund(reference, { refund_reference: 'r2', amount: 1001 });
    expect(excess).toMatchObject({
      status: 409,
      body: { error: { code: 'refund_exceeds_charge' } },
    });
    expect((await merchant.find(reference)).body['status']).toBe('captured');
    await merchant.refund(reference, { refund_reference: 'r2', amount: 1000 });
    expect((await merchant.find(reference)).body).toMatchObject({
      status: 'refunded',
      captured_amount: 1234,
      refunded_amount: 1234,
      refunds: [{ refund_reference: 'r1' }, { refund_reference: 'r2' }],
    });
    expect(await merchant.refund(reference, part)).toEqual(first);
    expect((await merchant.act(reference, 'capture')).body['status']).toBe('captured');
    expect(await merchant.ledger()).toMatchObject([
      { charged: 1234, refunded: 1234, captures: 1, currency: 'HKD', references: [reference] },
    ]);
  });

  it('the list of settled money has pages and keeps to its range', async () => {
    const from = new Date(Date.now() - 1_000).toISOString();
    const references: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await merchant.authorize('4242424242424242');
      await merchant.act(body['reference'], 'capture');
      references.push(body['reference']);
    }
    await merchant.refund(references[0], { refund_reference: 'r1', amount: 5 });
    const to = new Date(Date.now() + 60_000).toISOString();
    const query = `from=${from}&to=${to}&customer_app_id=${merchant.customerAppId}&limit=3`;
    const first = await merchant.send(`GET /gw1/settled?${query}`);
    const next = String(first.body['next_after']);
    const second = await merchant.send(`GET /gw1/settled?${query}&after=${next}`);
    expect(first.body['settled']).toMatchObject(
      references.map((reference) => ({ kind: 'CHARGE', reference, amount: 1234 })),
    );
    expect(second.body).toMatchObject({
      settled: [{ kind: 'REFUND', reference: references[0], amount: 5 }],
      next_after: null,
    });
    const earlier = query.replace(`to=${to}`, `to=${from}`).replace(from, '2020-01-01');
    const before = await merchant.send(`GET /gw1/settled?${earlier}`);
    expect(before.body['settled']).toEqual([]);
  });

  it.each([
    ['amount', { amount: 1.5 }],
    ['amount', { amount: 0 }],
    ['currency', { currency: 'XXZ' }],
    ['reference', { reference: 'has space' }],
    ['purpose', { purpose: 'GIFT' }],
    ['callback_url', { callback_url: 'file:///etc/passwd' }],
    ['return_url', { return_url: null }],
    ['return_url', { return_url: 'javascript:alert(1)' }],
    ['store', { store: 'yes' }],
  ])('a refusal names the wrong %s', async (field, change) => {
    const request = await merchant.request('4242424242424242', change);
    expect(await authorization(request)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', field } },
    });
  });

  it('broken JSON is answered with 400, an unknown path with 404', async () => {
    const headers = { authorization: `Bearer ${sandbox.config.gatewaySecret}` };
    const broken = await fetch(`${sandbox.url}/gw1/authorizations`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"reference":',
    });
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_request' } },
    ]);
    expect((await merchant.send('GET /gw1/nothing')).status).toBe(404);
    expect(await merchant.find('never-seen')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });

  it.each([
    'POST /gw1/authorizations',
    'GET /gw1/authorizations/x',
    'GET /ledger',
    'GET /gw1/settled',
  ])('%s is refused without the secret', async (route) => {
    for (const authorization of ['', 'Bearer wrong', 'Basic abc']) {
      const answer = await merchant.send(route, undefined, { authorization });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    }
  });
});
