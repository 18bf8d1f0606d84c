import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@towpath/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

import { CallbackReceiver, Merchant, testSandbox, type TestSandbox } from './sandbox.fixture.js';

const THIRTY_SECONDS = 30_000;

describe('the clock of an app', () => {
  let sandbox: TestSandbox;
  let receiver: CallbackReceiver;
  let merchant: Merchant;

  beforeAll(async () => {
    sandbox = await testSandbox();
    receiver = await CallbackReceiver.start();
  });
  beforeEach(() => {
    merchant = new Merchant(sandbox.url, receiver.url);
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
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const run = (clock: object) =>
    internal('clock/run', { customer_app_id: merchant.customerAppId, ...clock });
  const nextDue = async () => {
    const { body } = await internal(`clock/next?customer_app_id=${merchant.customerAppId}`);
    return body['next_due_at'];
  };
  const status = async (reference: unknown) => (await merchant.find(reference)).body['status'];

  it('card 3220 is authorized with a call-back after 30 s of the clock, and not before', async () => {
    const frozen = new Date('2031-05-01T10:00:00.000Z');
    const after = (ms: number) => new Date(frozen.getTime() + ms).toISOString();
    await run({ offset_ms: 0, frozen_at: after(0) });
    expect(await nextDue()).toBeNull();
    const { body } = await merchant.authorize('4000000000003220');
    const { reference } = body;
    expect(body['status']).toBe('pending');
    expect(await nextDue()).toBe(after(THIRTY_SECONDS));
    await run({ offset_ms: 0, frozen_at: after(THIRTY_SECONDS - 1) });
    expect(await status(reference)).toBe('pending');
    expect((await merchant.act(reference, 'capture')).status).toBe(409);
    const { body: handled } = await run({ offset_ms: 0, frozen_at: after(THIRTY_SECONDS) });
    expect(handled).toEqual({ handled: expect.any(Number) });
    await eventually(() => receiver.eventsOf(reference).length > 0);
    expect(receiver.eventsOf(reference)).toEqual(['authorized']);
    expect((await merchant.find(reference)).body).toMatchObject({
      status: 'authorized',
      authorized_at: after(THIRTY_SECONDS),
    });
    expect(await nextDue()).toBeNull();
    expect((await merchant.act(reference, 'capture')).body).toMatchObject({
      status: 'captured',
      captured_at: after(THIRTY_SECONDS),
    });
  });

  it('moving the clock waits for the answers to its call-backs', async () => {
    const { body } = await merchant.authorize('4000000000003220');
    await run({ offset_ms: THIRTY_SECONDS });
    const quiescence = `quiescence?customer_app_id=${merchant.customerAppId}`;
    await eventually(async () => (await internal(quiescence)).body['outbox'] === 0);
    expect(receiver.eventsOf(body['reference'])).toEqual(['authorized']);
    expect((await internal(quiescence)).body).toEqual({ outbox: 0, parked: 0, in_flight: 0 });
  });

  it('quiescence counts the call-backs that a dead receiver of this app did not answer', async () => {
    const deaf = new Merchant(sandbox.url);
    await deaf.authorize('4000000000000127', { purpose: 'SETUP', amount: 0 });
    const of = async (app: string) => (await internal(`quiescence?customer_app_id=${app}`)).body;
    expect(await of(deaf.customerAppId)).toMatchObject({ outbox: 3 });
    expect(await of(merchant.customerAppId)).toMatchObject({ outbox: 0 });
  });

  it('an authorization that is due is settled when it is read, even if nobody moved the clock', async () => {
    const { body } = await merchant.authorize('4000000000003220');
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: sandbox.database.adminUrl });
    await client.connect();
    await client.query(`UPDATE card_authorizations SET settles_at = now() WHERE reference = $1`, [
      body['reference'],
    ]);
    await client.end();
    expect(await status(body['reference'])).toBe('authorized');
    await eventually(() => receiver.eventsOf(body['reference']).length === 1);
  });

  it('a pending authorization that was voided never settles', async () => {
    const { body } = await merchant.authorize('4000000000003220');
    await merchant.act(body['reference'], 'void');
    await run({ offset_ms: 10 * THIRTY_SECONDS });
    expect(await status(body['reference'])).toBe('voided');
    expect(await nextDue()).toBeNull();
  });

  it('a stored card expires on the clock of its app and on no other', async () => {
    const expiry = { expiry_month: 1, expiry_year: 2040 };
    const token = await merchant.token('4242424242424242', expiry);
    const setUp = await merchant.authorize('', { token, purpose: 'SETUP', amount: 0 });
    const charge = { token: setUp.body['stored_payment_method_id'], off_session: true };
    await run({ offset_ms: 0, frozen_at: '2040-01-31T23:59:59.999Z' });
    expect((await merchant.authorize('', charge)).body['status']).toBe('authorized');
    await run({ offset_ms: 0, frozen_at: '2040-02-01T00:00:00.000Z' });
    expect((await merchant.authorize('', charge)).body).toMatchObject({
      status: 'declined',
      decline: { decline_code: 'expired_card', result_code: '54' },
    });
    const other = new Merchant(sandbox.url);
    expect((await other.authorize('4242424242424242')).body['status']).toBe('authorized');
  });

  it('the public port has no clock, and the internal port has no interface of a gateway', async () => {
    const path = `/internal/clock/next?customer_app_id=${merchant.customerAppId}`;
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404);
    expect((await fetch(`${sandbox.internalUrl}/ledger?customer_app_id=a`)).status).toBe(404);
    for (const base of [sandbox.url, sandbox.internalUrl]) {
      expect((await fetch(`${base}/health/live`)).status).toBe(200);
      expect((await fetch(`${base}/health/ready`)).status).toBe(200);
    }
  });
});

describe('the internal port with a gateway', () => {
  it('the internal port accepts only tokens that the gateway signed for the sandbox', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }];
    const gateway = createServer((_request, response) => response.end(JSON.stringify({ keys })));
    const listening = Promise.withResolvers<void>();
    gateway.listen(0, '127.0.0.1', listening.resolve);
    await listening.promise;
    const { port } = gateway.address() as AddressInfo;
    const sandbox = await testSandbox({ gatewayInternalUrl: `http://127.0.0.1:${port}` });
    const token = (change: object, audience = 'sandbox') =>
      new SignJWT({
        token_use: 'service',
        client_id: '',
        customer_app_id: '',
        login_identity_id: null,
        scopes: [],
        gen: 0,
        ...change,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setSubject('gateway')
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .setJti('j1')
        .sign(privateKey);
    const ask = async (bearer: string) => {
      const url = `${sandbox.internalUrl}/internal/clock/next?customer_app_id=app`;
      return (await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })).status;
    };
    try {
      expect(await ask(await token({}))).toBe(200);
      expect(await ask('nonsense')).toBe(401);
      expect(await ask(await token({}, 'payment-link'))).toBe(401);
      expect(await ask(await token({ token_use: 'customer' }))).toBe(401);
    } finally {
      await sandbox.end();
      gateway.close();
    }
  });
});
