import type {
  HostedLinkView,
  LinkStatusResponse,
  LoginIdentityResponse,
} from '@towpath/contracts/account-data';
import { newId, type LoginIdentityId } from '@towpath/kernel';
import { byValues, RetentionJob, Transactions } from '@towpath/persistence';
import { accountDataService } from '../src/account-data.service.js';
import { LinkClient, type Refusal } from './link-client.fixture.js';
import { codeOf, LinkPage } from './link-page.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

type Answer = LoginIdentityResponse & Refusal;
const REPLAYED = [400, 'INVALID_ENCRYPTED_PAYLOAD'];

let client: LinkClient;
beforeAll(async () => {
  client = await LinkClient.start({
    bank: new StandInBank(),
    store: new StandInStore(),
    erasure: new StandInErasure(),
    income: new StandInIncome(),
  });
});
afterAll(() => client?.service.end());

const post = <T = Answer>(path: string, body: object, token = client.token) =>
  client.service.post<T & Refusal>(path, body, token);

const asWorker = (sql: string, params: readonly unknown[] = []) =>
  client.service
    .part(Transactions)
    .asWorker((tx) => tx.query<{ mark: Buffer }>(byValues(sql), params));

/** An order of a user of its own, sent once. */
async function linkedOnce(more: object = {}) {
  const order = client.order('usergood', { user_id: newId(new Date()), ...more });
  const first = await post('/link', order);
  expect(first.status).toBe(200);
  const id = first.body.login_identity.login_identity_id;
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  return { order, first, id };
}

describe('the same encrypted login, sent again', () => {
  it('gets the same answer while the first one may have been lost', async () => {
    const { order, first } = await linkedOnce();
    const again = await post('/link', order);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('has one effect when 64 copies arrive at once', async () => {
    const userId = newId(new Date());
    const order = client.order('usergood', { user_id: userId });
    const answers = await Promise.all(Array.from({ length: 64 }, () => post('/link', order)));
    const texts = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect([...texts]).toEqual([expect.stringMatching(/^200 /)]);
    const rows = await client.sql(`SELECT 1 FROM login_identities WHERE user_id = '${userId}'`);
    expect(rows).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['at another bank', { institution_id: 'testbank-oauth' }],
    ['for another user', { user_id: 'somebody-else' }],
    ['with credentials that are to be stored', { store_credentials: true }],
  ])('is refused %s', async (_what, more) => {
    const { order } = await linkedOnce({ store_credentials: false });
    expect(codeOf(await post('/link', { ...order, ...more }))).toEqual(REPLAYED);
  });

  it('is refused for another customer app', async () => {
    const { order } = await linkedOnce();
    const stranger = await client.service.customerApp();
    const token = await client.service.token(stranger);
    expect(codeOf(await post('/link', order, token))).toEqual(REPLAYED);
    // the first app is none the wiser
    expect((await post('/link', order)).status).toBe(200);
  });

  it('is refused by every other operation', async () => {
    const { order, id } = await linkedOnce();
    const { encrypted_credentials } = order;
    const relink = { consent: true, encrypted_credentials };
    expect(codeOf(await post(`/link/relink/${id}`, relink))).toEqual(REPLAYED);
    const action = { action_id: 'any', encrypted_credentials };
    expect(codeOf(await post(`/link/action/${id}`, action))).toEqual(REPLAYED);
    const page = await LinkPage.open(client);
    expect(codeOf(await page.login('usergood', { encrypted_credentials }))).toEqual(REPLAYED);
    expect((await page.view()).step).toBe('CHOOSING');
  });

  it('is refused ten minutes after the first use', async () => {
    const { order, id } = await linkedOnce();
    await asWorker(
      `UPDATE payload_answers SET expires_at = now() - interval '1 second'
       WHERE login_identity_id = $1`,
      [id],
    );
    expect(codeOf(await post('/link', order))).toEqual(REPLAYED);
  });

  it('is refused after the login identity was deleted', async () => {
    const { order, id } = await linkedOnce();
    const own = await client.ownToken(id);
    expect((await client.service.delete('/login_identity', own)).status).toBe(200);
    expect(codeOf(await post('/link', order))).toEqual(REPLAYED);
  });

  it('may be corrected after it was refused, because it had no effect', async () => {
    const order = client.order('usergood');
    const wrong = await post('/link', { ...order, products_requested: ['GOLD'] });
    expect(codeOf(wrong)).toEqual([400, 'INVALID_REQUEST']);
    expect((await post('/link', order)).status).toBe(200);
  });

  it('links again once, and receives the same answer when it is repeated', async () => {
    const { id } = await linkedOnce();
    const other = await linkedOnce();
    const relink = client.again();
    const first = await post(`/link/relink/${id}`, relink);
    expect(first.status).toBe(200);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    const again = await post(`/link/relink/${id}`, relink);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(codeOf(await post(`/link/relink/${other.id}`, relink))).toEqual(REPLAYED);
  });
});

describe('the same encrypted answer to an action, sent again', () => {
  it('receives the same answer for its action, and is refused for another one', async () => {
    const { login_identity_id: id } = await client.link('user_otp');
    const { action_id } = await client.asked(id);
    const wrong = { action_id, encrypted_credentials: client.sealed({ otp: '000000' }) };
    const first = await post(`/link/action/${id}`, wrong);
    expect(first.status).toBe(200);
    const next = await client.asked(id, action_id);
    expect((await post(`/link/action/${id}`, wrong)).body).toEqual(first.body);
    const replayed = { ...wrong, action_id: next.action_id };
    expect(codeOf(await post(`/link/action/${id}`, replayed))).toEqual(REPLAYED);
    expect((await client.statusOf(id)).body.action?.action_id).toBe(next.action_id);
  });
});

describe('the same encrypted login on a hosted page', () => {
  it('begins one login when it is repeated, and none on another page', async () => {
    const page = await LinkPage.open(client);
    const sealed = client.sealed({ user_id: 'nobody', password: 'datagood' });
    const login = { encrypted_credentials: sealed };
    expect((await page.login('nobody', login)).status).toBe(200);
    await page.reaches('FAILED');
    const again = await page.login('nobody', login);
    expect([again.status, (again.body as HostedLinkView).step]).toEqual([200, 'FAILED']);
    const other = await LinkPage.open(client);
    expect(codeOf(await other.login('nobody', login))).toEqual(REPLAYED);
    const { status } = await post<LinkStatusResponse>('/link', {
      ...client.order('nobody'),
      encrypted_credentials: sealed,
    });
    expect(status).toBe(400);
  });
});

describe('the mark of a payload', () => {
  it('stays while a key is kept that may open the payload, and goes after it', async () => {
    const { id } = await linkedOnce();
    const transactions = client.service.part(Transactions);
    const rules =
      accountDataService.retention?.filter(({ table }) => table === 'used_payloads') ?? [];
    const retention = new RetentionJob(transactions, rules);
    const [marked] = await asWorker(
      'SELECT mark FROM payload_answers WHERE login_identity_id = $1',
      [id as LoginIdentityId],
    );
    await asWorker(
      `UPDATE used_payloads SET used_at = now() - interval '200 days' WHERE mark = $1`,
      [marked?.mark],
    );
    await asWorker(`UPDATE link_keys SET published_at = now() - interval '201 days'`);
    await retention.runDue();
    const found = 'SELECT mark FROM used_payloads WHERE mark = $1';
    expect(await asWorker(found, [marked?.mark])).toHaveLength(1);
    await asWorker(`UPDATE link_keys SET published_at = now() - interval '199 days'`);
    await new RetentionJob(transactions, rules).runDue();
    expect(await asWorker(found, [marked?.mark])).toEqual([]);
  });
});
