/** @proves promise-8 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SCOPES, eventRegistry, SERVICE_NAMES, type Jwk } from '@towpath/contracts';
import type { LinkStatusResponse } from '@towpath/contracts/account-data';
import { EventProbe, eventually, sealFields, type Merchant } from '@towpath/testing';
import { PlantedSecrets } from '../clients/planted-secrets.js';
import { inDatabase } from '../clients/service-database.js';
import { LinkPageVisitor } from '../clients/link-page-visitor.js';
import { RunningSystem } from '../system/running-system.js';

const PASSWORD = 'datagood';
const WRONG_PASSWORD = 'canary-password-71b3';
const WRONG_CODE = 'canary-code-40c9';
const CALLBACK = 'http://127.0.0.1:8090/callback';
const SETTLED = ['DATA_RETRIEVAL_COMPLETE', 'ERROR'];

const system = RunningSystem.open();
/** The answers to refused callers. */
const refusals: string[] = [];
const secrets = [PASSWORD, WRONG_PASSWORD, WRONG_CODE];
let shop: Merchant;
let key: Jwk;

type Fields = Readonly<Record<string, string>>;

async function link(fields: Fields): Promise<string> {
  const { login_identity: identity } = await shop.createLink({
    body: {
      institution_id: 'testbank',
      user_id: 'end-user',
      consent: true,
      products_requested: [],
      store_credentials: true,
      encrypted_credentials: sealFields(fields, key),
    },
  });
  return identity.login_identity_id;
}

function ends(id: string): Promise<string> {
  const path = { loginIdentityId: id };
  return eventually(
    async () => {
      const { login_identity: now } = await shop.getLoginIdentityById({ path });
      return SETTLED.includes(now.status) && now.status;
    },
    { deadlineMs: 60_000, describe: 'a login to end' },
  );
}

/** The status of a login; what refuses is kept. */
async function status(id: string): Promise<LinkStatusResponse> {
  const request = { method: 'GET', path: `/link/status/${id}` };
  const answer = await shop.send<LinkStatusResponse>(request);
  if (answer.status !== 200) refusals.push(answer.text);
  return answer.body;
}

async function answersWrongly(id: string): Promise<void> {
  let last = '';
  for (let round = 0; round < 3; round += 1) {
    const action = await eventually(async () => {
      const { action: open } = await status(id);
      return open && open.action_id !== last ? open : undefined;
    });
    last = action.action_id;
    const body = { action_id: last, encrypted_credentials: sealFields({ otp: WRONG_CODE }, key) };
    await shop.linkAction({ path: { loginIdentityId: id }, body });
  }
}

/** Requests that say a secret where none belongs. */
async function blunders(id: string): Promise<void> {
  const sealed = sealFields({ user_id: 'usergood', password: PASSWORD }, key);
  const payloads = [
    { ...sealed, ciphertext: WRONG_PASSWORD },
    { ...sealed, keyId: WRONG_PASSWORD },
    { user_id: 'usergood', password: WRONG_PASSWORD },
    WRONG_PASSWORD,
    sealFields({ [WRONG_CODE]: WRONG_PASSWORD }, key),
  ];
  for (const payload of payloads) {
    for (const [path, body] of [
      ['/link', { institution_id: 'testbank', user_id: 'u', consent: true }],
      [`/link/relink/${id}`, { consent: true }],
      [`/link/action/${id}`, { action_id: 'any' }],
    ] as const) {
      const more = { products_requested: [], store_credentials: true };
      const answer = await shop.send({
        method: 'POST',
        path,
        body: { ...more, ...body, encrypted_credentials: payload, password: WRONG_PASSWORD },
      });
      expect([path, answer.status]).toEqual([path, 400]);
      refusals.push(answer.text);
    }
  }
  const rawBody = `{"password":"${WRONG_PASSWORD}`;
  const headers = { 'content-type': 'application/json' };
  refusals.push((await shop.send({ method: 'POST', path: '/link', rawBody, headers })).text);
}

/** How the bank writes the numbers of the accounts, and without anything but digits. */
async function accountNumbersOf(id: string): Promise<string[]> {
  const { success } = await status(id);
  const login = shop.withToken(success?.access_token ?? '');
  const { accounts } = await login.listAccounts();
  const own = accounts.filter(({ account_type: type }) => type?.type === 'DEPOSIT');
  const answers = own.map(({ account_id: accountId }) =>
    login.getAccountNumber({ path: { accountId } }),
  );
  const raws = (await Promise.all(answers)).map(({ account_number: { raw = '' } }) => raw);
  return raws.flatMap((raw) => [raw, raw.replaceAll(/\D/g, '')]);
}

beforeAll(async () => {
  shop = await system.newShop({ scopes: ALL_SCOPES, redirectUris: [CALLBACK] });
  await shop.createWebhookEndpoint({ body: { url: 'http://127.0.0.1:9/hook' } });
  key = await shop.linkKey();
  const good = await link({ user_id: 'usergood', password: PASSWORD });
  const wrong = await link({ user_id: 'usergood', password: WRONG_PASSWORD });
  const coded = await link({ user_id: 'user_otp', password: PASSWORD });
  const page = await LinkPageVisitor.open(shop, CALLBACK);
  await page.logsIn('testbank', 'usergood', key);
  await answersWrongly(coded);
  expect([await ends(good), await ends(wrong), await ends(coded)]).toEqual([
    'DATA_RETRIEVAL_COMPLETE',
    'ERROR',
    'ERROR',
  ]);
  await status(wrong);
  await status(coded);
  await blunders(good);
  secrets.push(...(await accountNumbersOf(good)));
  await page.reaches('CONNECTED');
  await eventually(async () => (await waiting()) === 0, { describe: 'an empty outbox' });
});

async function waiting(): Promise<number> {
  return inDatabase(system, 'account_data', async (client) => {
    const sql = 'SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL';
    return (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
  });
}

const planted = new PlantedSecrets(secrets);

describe('what users type, and the numbers of their accounts', () => {
  it('secrets that users type have patterns that a scan can find', () => {
    expect(secrets.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(7);
    expect(refusals.length).toBeGreaterThan(15);
  });

  it('secrets that users type are in no refusal', () => {
    expect(refusals.filter((text) => planted.in(text).length > 0)).toEqual([]);
  });

  it('secrets that users type are in no log of a process', () => {
    const files = readdirSync(join(system.dataDir, 'logs'));
    expect(files).toEqual(expect.arrayContaining(['account-data.log', 'gateway.log']));
    expect(planted.inLogs(system.dataDir)).toEqual({});
  });

  it.each(SERVICE_NAMES)('secrets that users type are in no table of %s', async (service) => {
    const database = service.replaceAll('-', '_');
    const found = await inDatabase(system, database, (client) => planted.inTables(client));
    expect(found).toEqual([]);
  });

  it('secrets that users type are on no topic', async () => {
    const topics = [...new Set(eventRegistry.all().map(({ topic }) => topic))];
    const brokers = system.kafkaBrokers.split(',');
    const probe = await EventProbe.start({ brokers, topics, from: 'beginning' });
    try {
      const identities = new Set<string>();
      await eventually(
        () => {
          for (const { payload } of probe.received) {
            // Other files leave messages that nobody can read.
            const { customer_app_id: app, login_identity_id: id } = (payload ?? {}) as Fields;
            if (app === shop.customerAppId && id) identities.add(id);
          }
          return identities.size >= 4;
        },
        { deadlineMs: 60_000, describe: 'the events of our logins' },
      );
      const leaking = probe.received.filter(
        ({ text, headers, key: name }) =>
          planted.in(`${text}${JSON.stringify(headers)}${name}`).length,
      );
      expect(leaking.map(({ topic, name }) => `${topic} ${name}`)).toEqual([]);
    } finally {
      await probe.stop();
    }
  });
});
