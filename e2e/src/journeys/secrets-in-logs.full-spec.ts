/** @proves promise-8, returnFromHostedChallenge @takes 40 s */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@towpath/contracts';
import { createSandboxApp, startSystem, temporaryFolder, type System } from '@towpath/local-system';
import {
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
  type WebhookReceiver,
} from '@towpath/testing';
import { PlantedSecrets } from '../clients/planted-secrets.js';
import { inDatabase } from '../clients/service-database.js';
import { keepingApi, keepingReceiver } from '../system/running-system.js';

const RETURN = '/payment_links/hosted/challenge_return';
const TRACES = '/v1/traces';
/** The second one has a name that no rule about names of secrets covers. */
const QUERY = {
  payment_intent_client_secret: 'pi_1_secret_canaryOfTheReturn71b3',
  payment_intent: 'canary-intent-40c9',
};
const planted = new PlantedSecrets(Object.values(QUERY));

const folder = temporaryFolder();
let system: System;
/** Gets spans and webhooks. */
let collector: WebhookReceiver;
/** What browsers got, the last one first. */
const answers: string[] = [];

// A system of its own, because it logs everything, exports its spans, and loses a service.
beforeAll(async () => {
  collector = await keepingReceiver();
  system = await startSystem({
    dataDir: join(folder, 'data'),
    durable: true,
    settings: { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url('/') },
  });
});
afterAll(async () => {
  await Promise.all([system?.stop(), collector?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A browser goes to an address, with the query of the return. */
async function comesBack(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(QUERY)) url.searchParams.set(name, value);
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const headers = JSON.stringify([...answer.headers]);
  answers.push(`${answer.status} ${headers} ${await answer.clone().text()}`);
  return answer;
}

async function challengedPayer() {
  const app = await createSandboxApp(system, { name: 'Return Shop', currencies: ['HKD'] });
  const shop = new Merchant(keepingApi(system), app);
  const { url = '' } = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, url);
  const { body } = await payer.pay('challenge');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const way = await fetch(body.attempt?.redirect_url ?? '', { redirect: 'manual', headers });
  const cookie = way.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const bank = way.headers.get('location') ?? '';
  return { payer, cookie, bank };
}

async function approved(bank: string): Promise<string> {
  const decision = new URLSearchParams({ decision: 'approve' });
  const decided = await fetch(bank, { method: 'POST', redirect: 'manual', body: decision });
  return decided.headers.get('location') ?? '';
}

const spans = () => collector.requests.filter(({ path }) => path === TRACES);
const logOf = (service: string) =>
  readFileSync(join(system.dataDir, 'logs', `${service}.log`), 'utf8');

it('the query of a return from a bank stands in no log, span, table, answer or Referer', async () => {
  const { payer, cookie, bank } = await challengedPayer();
  const back = await approved(bank);
  const returned = await comesBack(back, { headers: { cookie } });
  expect(returned.status).toBe(303);
  expect(returned.headers.get('referrer-policy')).toBe('no-referrer');
  expect(new URL(returned.headers.get('location') ?? '').pathname).toBe('/hosted/pay');
  await eventually(async () => (await payer.view()).status === 'PAID');

  // refusals of every kind
  const forged = new URL(back);
  forged.searchParams.set('state', (forged.searchParams.get('state') ?? '').slice(0, -3));
  expect((await comesBack(forged.href)).status).toBe(400);
  expect((await comesBack(back, { method: 'POST' })).status).toBe(405);
  expect((await comesBack(back.replace('?', '/nowhere?'))).status).toBe(404);
  const another = await challengedPayer();
  const late = await approved(another.bank);
  await system.service('payment-link').kill();
  expect((await comesBack(late, { headers: { cookie: another.cookie } })).status).toBe(503);
  await system.service('payment-link').restart();
  const again = await eventually(async () => {
    const answer = await comesBack(late, { headers: { cookie: another.cookie } });
    return answer.status === 303 && answer;
  });
  expect(planted.in(again.headers.get('location') ?? '')).toEqual([]);

  // what is searched has the returns
  for (const service of ['gateway', 'payment-link']) {
    await eventually(() => logOf(service).split(RETURN).length > 2);
  }
  await eventually(() => spans().some(({ rawBody }) => rawBody.includes(RETURN)), {
    describe: 'a span of a return',
  });
  expect(answers.filter((text) => planted.in(text).length > 0)).toEqual([]);
  expect(planted.inLogs(system.dataDir)).toEqual({});
  expect(spans().flatMap(({ rawBody }) => planted.in(rawBody.toString('utf8')))).toEqual([]);
  for (const service of SERVICE_NAMES) {
    const database = service.replaceAll('-', '_');
    const found = await inDatabase(system, database, (client) => planted.inTables(client));
    expect([service, found]).toEqual([service, []]);
  }
});

it('the logs at level trace contain no secret, token or Authorization header of a payment', async () => {
  const app = await createSandboxApp(system, { name: 'Discreet Shop', currencies: ['HKD'] });
  const shop = new Merchant(keepingApi(system), app);
  const { secret } = await shop.createWebhookEndpoint({
    body: { url: collector.url('/discreet') },
  });
  const { url = '' } = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, url);
  const selected = await payer.select();
  const card = await payer.type(selected, 'authorized');
  expect((await payer.submit(selected.attempt_id, card)).body.status).toBe('PAID');
  const token = await shop.accessToken();
  const wrong = `cs_PLANTEDXX_${'wrong'.repeat(11)}`.slice(0, 68);
  const basic = `Basic ${Buffer.from('payment-link:planted-service-secret').toString('base64')}`;
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    shop.api.fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const login = `${system.baseUrl}/auth/customer/token`;
  const mistaken = { client_id: app.client_id, client_secret: wrong };
  await post(login, { ...mistaken, grant_type: 'x' });
  await post(login, { ...mistaken, grant_type: 'client_credentials' });
  await post(login, `{"client_secret":"${wrong}", broken`);
  const { internalUrl } = system.service('gateway');
  await post(`${internalUrl}/internal/tokens/service`, {}, { authorization: basic });
  const bearer = { authorization: `Bearer ${token}` };
  await post(`${system.baseUrl}/payment_links`, { broken: wrong }, bearer);
  await shop.api.fetch(`${system.baseUrl}/payment_accounts`, {
    headers: { authorization: `Bearer ${token}x` },
  });
  await fetch(`${system.baseUrl}/hosted/pay?token=planted-query`);

  const logs = join(system.dataDir, 'logs');
  const read = () =>
    readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('\n');
  await eventually(() => collector.at('/discreet').length > 0, { deadlineMs: 30_000 });
  await eventually(() => read().includes('/hosted/pay'), { describe: 'the last request' });
  const passwords = Object.values(system.layout.databases)
    .flatMap((urls) => Object.values(urls))
    .map((address) => new URL(address).password);
  const linkToken = new URL(url).searchParams.get('token') ?? '';
  const used = [app.client_secret, token, secret, linkToken, payer.token, card.token];
  const planted = [wrong, basic, 'planted-service-secret', 'planted-query'];
  const secrets = [...used, ...planted, system.layout.sandboxGatewaySecret, ...passwords];
  expect(secrets.filter((each) => each.length < 12)).toEqual([]);
  const text = read();
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
  expect(text).not.toMatch(/Bearer [\w-]+\.|postgres:\/\/[^@\s]+@|"private_key/);
});
