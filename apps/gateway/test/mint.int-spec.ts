import { serviceCredentials } from '@towpath/http';
import { FileKeyProvider, keyFileName, keyPurpose, newKeyFile } from '@towpath/persistence';
import { temporaryFolder } from '@towpath/local-system';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';

interface Answer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly error?: Record<string, string>;
}

type Caller = 'payment-link' | 'mandate' | 'account-data';

describe('the mint', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const mint = (authorization: string | undefined, body: unknown) => {
    const url = `${gateway.internalUrl}/internal/tokens/service`;
    return authorization === undefined ? post(url, body) : post(url, body, { authorization });
  };
  const secretOf = (service: Caller) => gateway.environment.basicCredentials(service);
  const serviceToken = async (service: Caller, audience = 'gateway') =>
    ((await (await mint(secretOf(service), { audience })).json()) as Answer).access_token;
  const linkToken = (token: string, body: unknown) =>
    post(`${gateway.internalUrl}/internal/tokens/payment_link`, body, {
      authorization: `Bearer ${token}`,
    });
  const linkOf = (customerAppId: string) => ({
    customer_app_id: customerAppId,
    payment_link_id: '01JQ000000000000000000LINK',
    unique_reference_id: 'order-1',
  });

  it('gives a service a token of five minutes for one other service', async () => {
    const answer = await mint(secretOf('payment-link'), { audience: 'mandate' });
    const { access_token: token, expires_in } = (await answer.json()) as Answer;
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
    expect(claims).toMatchObject({
      sub: 'payment-link',
      aud: 'mandate',
      token_use: 'service',
      customer_app_id: '',
      scopes: [],
    });
    expect([exp - iat, expires_in]).toEqual([300, 300]);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  });

  it('gives none for a service that it does not call', async () => {
    for (const audience of ['dispute', 'payment-link', 'sandbox']) {
      const answer = await mint(secretOf('payment-link'), { audience });
      const { error } = (await answer.json()) as Answer;
      expect([answer.status, error?.['error_code']]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  it.each<[string, () => string | undefined]>([
    ['no credentials', () => undefined],
    ['a wrong secret', () => basic(`payment-link:${Buffer.alloc(32).toString('base64')}`)],
    ['an empty secret', () => basic('payment-link:')],
    [
      "another service's secret",
      () => {
        const mandate = Buffer.from(secretOf('mandate').slice(6), 'base64').toString();
        return basic(mandate.replace('mandate:', 'payment-link:'));
      },
    ],
    ['an unknown service', () => basic('somebody:c2VjcmV0')],
    ['a path for a name', () => basic('../gateway:c2VjcmV0')],
    ['the secret as a bearer token', () => secretOf('payment-link').replace('Basic', 'Bearer')],
    ['no base64', () => 'Basic ???'],
  ])('refuses %s', async (_what, authorization) => {
    const answer = await mint(authorization(), { audience: 'mandate' });
    const { error } = (await answer.json()) as Answer;
    expect([answer.status, error?.['error_code']]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('refuses a service whose key file it has not: with 401, not with 500', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, keyFileName('dispute', keyPurpose('service-auth'))), newKeyFile());
    const keys = new FileKeyProvider({ folder, service: 'dispute' });
    const answer = await mint(serviceCredentials('dispute', keys), { audience: 'payment-link' });
    rmSync(folder, { recursive: true });
    expect(answer.status).toBe(401);
  });

  it.each([['nobody'], [''], [7], [null]])('refuses the audience %j', async (audience) => {
    const answer = await mint(secretOf('payment-link'), { audience });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Answer).error?.['details']).toContain('audience');
  });

  it('gives payment-link, and no other service, the session of a link', async () => {
    const { app } = await gateway.createApp();
    const answer = await linkToken(await serviceToken('payment-link'), linkOf(app.id));
    const { access_token: token, expires_in } = (await answer.json()) as Answer;
    expect([answer.status, expires_in]).toEqual([200, 1_800]);
    expect(decodeJwt(token)).toMatchObject({
      token_use: 'payment_link',
      aud: 'public',
      customer_app_id: app.id,
      payment_link_id: '01JQ000000000000000000LINK',
      gen: 1,
    });
    const other = await linkToken(await serviceToken('mandate'), linkOf(app.id));
    expect(other.status).toBe(403);
  });

  it('gives account-data the token of a link URL, and the session that it is exchanged for', async () => {
    const { app } = await gateway.createApp();
    const order = { customer_app_id: app.id, session_id: '01JQ00000000000000000HSTED' };
    const ask = async (service: Caller, purpose: string) =>
      post(
        `${gateway.internalUrl}/internal/tokens/hosted_link`,
        { ...order, purpose },
        { authorization: `Bearer ${await serviceToken(service)}` },
      );
    const minted = async (purpose: string): Promise<Record<string, unknown>> => {
      const answer = await ask('account-data', purpose);
      const { access_token: token, expires_in } = (await answer.json()) as Answer;
      const claims: object = decodeJwt(token);
      return { ...claims, expires_in };
    };
    const opening = await minted('OPEN');
    expect(opening).toMatchObject({
      token_use: 'hosted_link',
      jti: order.session_id,
      customization_id: order.session_id,
      customer_app_id: app.id,
      scopes: ['link', 'institution:link'],
      expires_in: 300,
    });
    const session = await minted('SESSION');
    expect(session).toMatchObject({ customization_id: order.session_id, expires_in: 1_800 });
    expect(session['jti']).not.toBe(order.session_id);
    expect(session['scopes']).not.toContain('link');
    expect((await ask('mandate', 'OPEN')).status).toBe(403);
    expect((await ask('account-data', 'BOTH')).status).toBe(400);
  });

  it('keeps in an extended session the instant when it began', async () => {
    const { app } = await gateway.createApp();
    const mintedWith = async (path: string, service: 'payment-link' | 'mandate', body: object) => {
      const answer = await post(`${gateway.internalUrl}/internal/tokens/${path}`, body, {
        authorization: `Bearer ${await serviceToken(service)}`,
      });
      return decodeJwt(((await answer.json()) as Answer).access_token);
    };
    const mandate = {
      customer_app_id: app.id,
      mandate_id: '01JQ0000000000000000000MND',
      customization_id: '01JQ0000000000000000000CST',
    };
    const began = { session_began_at: 1_700_000_000 };
    const link = linkOf(app.id);
    expect(await mintedWith('payment_link', 'payment-link', { ...link, ...began })).toMatchObject(
      began,
    );
    expect(await mintedWith('mandate_link', 'mandate', { ...mandate, ...began })).toMatchObject(
      began,
    );
    expect(await mintedWith('payment_link', 'payment-link', link)).not.toHaveProperty(
      'session_began_at',
    );
  });

  it('takes only tokens that were made for the gateway', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const elsewhere = await serviceToken('payment-link', 'mandate');
    const customer = await gateway.token(app, clientSecret);
    const statuses = await Promise.all(
      [elsewhere, customer, 'nonsense'].map(async (token) => linkToken(token, linkOf(app.id))),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('gives no session of an app that is disabled or unknown', async () => {
    const { app } = await gateway.createApp();
    const token = await serviceToken('payment-link');
    await gateway.app.get(CustomerAppsService).disable({ id: app.id, actor: 'test' });
    expect((await linkToken(token, linkOf(app.id))).status).toBe(401);
    expect((await linkToken(token, linkOf('01JQ00000000000000000000AA'))).status).toBe(401);
  });

  it('does not answer on the public port, nor take a link token inside', async () => {
    const service = await post(`${gateway.publicUrl}/internal/tokens/service`, {});
    expect(service.status).toBe(404);
    const { app } = await gateway.createApp();
    const minted = await linkToken(await serviceToken('payment-link'), linkOf(app.id));
    const { access_token: session } = (await minted.json()) as Answer;
    expect((await linkToken(session, linkOf(app.id))).status).toBe(401);
    const outside = await fetch(`${gateway.publicUrl}/testing/clock`, {
      headers: { authorization: `Bearer ${session}` },
    });
    expect(outside.status).toBe(403);
  });
});
