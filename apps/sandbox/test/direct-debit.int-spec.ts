import { createHmac } from 'node:crypto';

import { newId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import pg from 'pg';

import {
  CallbackReceiver,
  Merchant,
  SECRET,
  testSandbox,
  type TestSandbox,
} from './sandbox.fixture.js';

const START = Date.parse('2031-05-01T10:00:00.000Z');
const TWO_DAYS_MS = 2 * 86_400_000;
const instant = (ms: number) => new Date(START + ms).toISOString();

describe('GW3, the bank', () => {
  let sandbox: TestSandbox;
  let receiver: CallbackReceiver;
  let merchant: Merchant;

  beforeAll(async () => {
    sandbox = await testSandbox();
    receiver = await CallbackReceiver.start();
  });
  beforeEach(async () => {
    merchant = new Merchant(sandbox.url, receiver.url);
    await freeze(0);
  });
  afterAll(async () => {
    await sandbox.end();
    await receiver.stop();
  });

  async function internal(path: string, body?: object) {
    const response = await fetch(`${sandbox.internalUrl}/internal/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(body ? { headers: { 'content-type': 'application/json' } } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  }
  const freeze = (ms: number) =>
    internal('clock/run', {
      customer_app_id: merchant.customerAppId,
      offset_ms: 0,
      frozen_at: instant(ms),
    });
  const nextDue = async () => {
    const due = await internal(`clock/next?customer_app_id=${merchant.customerAppId}`);
    return due['next_due_at'];
  };
  const mandateRequest = (accountNumber: string, change: object = {}) => ({
    mandate_reference: newId(new Date()) as string,
    creditor: { customer_app_id: merchant.customerAppId, account: 'HKD' },
    debtor: { name: 'Chan Tai Man', account_number: accountNumber },
    currency: 'HKD',
    first_day: '2031-05-01',
    notify_url: receiver.url,
    ...change,
  });
  const register = (request: object) => merchant.send('POST /gw3/mandates', request);
  const ofApp = () => `customer_app_id=${merchant.customerAppId}`;
  const find = async (path: string) => (await merchant.send(`GET /gw3/${path}?${ofApp()}`)).body;
  const collectionRequest = (mandate: string, change: object = {}) => ({
    collection_reference: newId(new Date()) as string,
    mandate_reference: mandate,
    customer_app_id: merchant.customerAppId,
    payment_id: `payment-of-${mandate}`,
    instructed: { minor: 1_234, currency: 'HKD' },
    notify_url: receiver.url,
    ...change,
  });
  const collect = (request: object) => merchant.send('POST /gw3/collections', request);
  const typesOf = (reference: string) =>
    receiver.received
      .filter(({ body }) => body['reference'] === reference)
      .map(({ body }) => body['type']);

  it('the bank decides within a second of the clock, so a frozen clock decides at its next advance', async () => {
    const request = mandateRequest('12345678');
    const { mandate_reference: reference } = request;
    expect(await register(request)).toMatchObject({ status: 200, body: { status: 'PDNG' } });
    const due = await nextDue();
    expect([instant(0) < String(due), String(due) < instant(1_000)]).toEqual([true, true]);
    await freeze(249);
    expect(await find(`mandates/${reference}`)).toMatchObject({ status: 'PDNG' });
    await freeze(250);
    expect(await find(`mandates/${reference}`)).toMatchObject({
      status: 'ACTV',
      verified_at: instant(250),
      debtor: { account_last4: '5678' },
    });
    expect(await nextDue()).toBeNull();
    expect((await register(request)).body).toMatchObject({ status: 'PDNG' });
  });

  it('when the clock jumps, each step happens in its order and at its own time', async () => {
    const request = mandateRequest('0006');
    const mandate = request.mandate_reference;
    await register(request);
    await freeze(1_000);
    const asked = collectionRequest(mandate);
    await collect(asked);
    await freeze(10 * TWO_DAYS_MS);
    expect(await find(`collections/${asked.collection_reference}`)).toMatchObject({
      status: 'RTRN',
      settled_at: instant(1_250),
      returned_at: instant(1_250 + TWO_DAYS_MS),
      reason: { code: 'MD06' },
    });
    await eventually(() => typesOf(asked.collection_reference).length === 2);
    expect(typesOf(asked.collection_reference)).toEqual(['collection.paid', 'collection.returned']);
    expect(await merchant.ledger()).toMatchObject([
      { gateway: 'GW3', charged: 1_234, refunded: 1_234, captures: 1 },
    ]);
  });

  it('account 0004 ends its mandate and the waiting collections at the same instant', async () => {
    const request = mandateRequest('0004');
    const mandate = request.mandate_reference;
    await register(request);
    await freeze(1_000);
    const asked = collectionRequest(mandate);
    await collect(asked);
    expect(await nextDue()).toBe(instant(60_250));
    await freeze(60_250);
    expect(await find(`mandates/${mandate}`)).toMatchObject({ status: 'RVKD' });
    expect(await find(`collections/${asked.collection_reference}`)).toMatchObject({
      status: 'RVKD',
      reason: { code: 'MD16' },
      settled_at: null,
    });
    await eventually(() => typesOf(asked.collection_reference).length > 0);
    expect(typesOf(mandate)).toEqual(['mandate.accepted', 'mandate.revoked']);
    expect(typesOf(asked.collection_reference)).toEqual(['collection.revoked']);
    expect(await merchant.ledger()).toEqual([]);
  });

  it('call-backs of account 0008 are repeated, contradictory and out of order, always alike', async () => {
    const request = mandateRequest('0008');
    const mandate = request.mandate_reference;
    await register(request);
    expect(typesOf(mandate)).toEqual([]);
    await freeze(1_000);
    await eventually(() => typesOf(mandate).length === 7);
    const once = ['mandate.accepted', 'mandate.received', 'mandate.rejected'];
    expect(typesOf(mandate)).toEqual([...once, ...once, 'mandate.accepted']);
    const sent = receiver.received.filter(({ body }) => body['reference'] === mandate);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(3);
    const at = new Map(sent.map(({ body }) => [body['type'], String(body['at'])]));
    expect(String(at.get('mandate.rejected')) > String(at.get('mandate.accepted'))).toBe(true);
    expect(await find(`mandates/${mandate}`)).toMatchObject({ status: 'ACTV', reason: null });
  });

  it('the bank signs the bytes of each call-back with a detached JWS', async () => {
    const request = mandateRequest('0002');
    await register(request);
    await freeze(1_000);
    const callback = await eventually(() =>
      receiver.received.find(({ body }) => body['reference'] === request.mandate_reference),
    );
    const [head = '', payload, mac] = String(callback.headers['x-jws-signature']).split('.');
    expect(payload).toBe('');
    expect(mac).toBe(
      createHmac('sha256', SECRET).update(`${head}.${callback.text}`).digest('base64url'),
    );
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({
      alg: 'HS256',
      b64: false,
      crit: ['b64'],
      iat: expect.any(Number),
    });
    expect(callback.body).toMatchObject({
      type: 'mandate.rejected',
      status: 'RJCT',
      reason: { code: 'AG01' },
      customer_app_id: merchant.customerAppId,
    });
  });

  it('the bank lists every instruction, including repeats and lost answers', async () => {
    const request = mandateRequest('0007');
    const mandate = request.mandate_reference;
    await expect(register(request)).rejects.toThrow('fetch failed');
    await register(request);
    await freeze(1_000);
    const asked = collectionRequest(mandate);
    await expect(collect(asked)).rejects.toThrow('fetch failed');
    await Promise.all(Array.from({ length: 8 }, () => collect(asked)));
    await freeze(2_000);
    const told = await find('instructions');
    expect(told['instructions']).toMatchObject([
      { kind: 'REGISTER', reference: mandate, times: 2 },
      { kind: 'COLLECT', reference: asked.collection_reference, times: 9 },
    ]);
    expect(await merchant.ledger()).toMatchObject([{ charged: 1_234, captures: 1 }]);
    expect(typesOf(mandate)).toEqual([]);
  });

  it('32 concurrent copies make one mandate, and a collection that crosses its end is decided once', async () => {
    const request = mandateRequest('87654321');
    const answers = await Promise.all(Array.from({ length: 32 }, () => register(request)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await freeze(1_000);
    const mandate = request.mandate_reference;
    const asked = Array.from({ length: 16 }, () => collectionRequest(mandate));
    const cancel = () => merchant.send(`POST /gw3/mandates/${mandate}/cancellation?${ofApp()}`);
    await Promise.all([...asked.map((each) => collect(each)), cancel()]);
    await freeze(2_000);
    const statuses = await Promise.all(
      asked.map(async (each) => (await find(`collections/${each.collection_reference}`))['status']),
    );
    expect(statuses.filter((status) => status !== 'RVKD' && status !== 'RJCT')).toEqual([]);
    expect(await merchant.ledger()).toEqual([]);
  });

  it.each([
    [
      'an account number without digits',
      { debtor: { name: 'A', account_number: 'abcd' } },
      'account_number',
    ],
    ['days out of order', { last_day: '2031-04-30' }, 'last_day'],
    ['an unknown currency', { currency: 'XXQ' }, 'currency'],
    ['an address that is none', { notify_url: 'nowhere' }, 'notify_url'],
  ])('the bank refuses %s', async (_what, change, field) => {
    const { status, body } = await register(mandateRequest('12345678', change));
    expect([status, (body['error'] as { code: string }).code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(body)).toMatch(new RegExp(`${field}|debtor`, 'u'));
  });

  it('another request under a known reference is refused, and so are impossible moves', async () => {
    const request = mandateRequest('12345678');
    await register(request);
    const other = await register({ ...request, debtor: { name: 'B', account_number: '12345679' } });
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'reference_reused' } } });
    const path = `POST /gw3/mandates/${request.mandate_reference}/decision?${ofApp()}`;
    const early = await merchant.send(path, { decision: 'revoke' });
    expect(early).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    const unauthorized = await merchant.send(path, { decision: 'accept' }, { authorization: 'no' });
    expect(unauthorized.status).toBe(401);
    expect((await fetch(`${sandbox.url}/gw3/card-fields?session=s`)).status).toBe(404);
  });

  it('a reference of another app is answered as unknown by every operation', async () => {
    const { mandate_reference: mandate, ...request } = mandateRequest('12345678');
    await register({ ...request, mandate_reference: mandate });
    await freeze(1_000);
    const asked = collectionRequest(mandate);
    await collect(asked);
    await freeze(2_000);
    const collection = asked.collection_reference;
    for (const [call, body] of [
      [`GET /gw3/mandates/${mandate}`],
      [`POST /gw3/mandates/${mandate}/cancellation`],
      [`POST /gw3/mandates/${mandate}/decision`, { decision: 'revoke' }],
      [`GET /gw3/collections/${collection}`],
      [`POST /gw3/collections/${collection}/reversal`],
    ] as const) {
      const theirs = await merchant.send(`${call}?customer_app_id=${newId(new Date())}`, body);
      const unknown = call.replace(mandate, newId(new Date())).replace(collection, 'none');
      expect(theirs).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
      expect(theirs).toEqual(await merchant.send(`${unknown}?${ofApp()}`, body));
      expect((await merchant.send(call, body)).status).toBe(400);
    }
    expect(await find(`mandates/${mandate}`)).toMatchObject({ status: 'ACTV' });
    expect(await find(`collections/${collection}`)).toMatchObject({ status: 'ACSC' });
  });

  it('no table contains an account number', async () => {
    const request = mandateRequest('778-899-665544');
    await register(request);
    await freeze(1_000);
    await collect(collectionRequest(request.mandate_reference));
    const client = new pg.Client({ connectionString: sandbox.database.adminUrl });
    await client.connect();
    try {
      for (const table of [
        'debit_mandates',
        'debit_collections',
        'bank_instructions',
        'callbacks',
      ]) {
        const { rows } = await client.query<{ text: string }>(`SELECT t::text FROM ${table} AS t`);
        const text = rows.map((row) => Object.values(row).join()).join();
        expect(text).not.toMatch(/778-899-665544|778899665544/u);
        if (table === 'debit_mandates') expect(text).toContain('5544');
      }
    } finally {
      await client.end();
    }
  });
});
