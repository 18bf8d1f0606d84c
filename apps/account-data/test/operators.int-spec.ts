import type {
  FindResourcesResponse,
  ListResourcesResponse,
  OperatorClaim,
  SeeResourceResponse,
  TellStoryResponse,
} from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import { describeOperatorMatrix, eventually } from '@towpath/testing';
import { decodeJwt } from 'jose';
import type { TestAccountData } from './account-data.fixture.js';
import { LinkClient } from './link-client.fixture.js';
import { LinkPage, linkTokenOf } from './link-page.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

let client: LinkClient;
let service: TestAccountData;
let other: CustomerAppId;
let login: string;
let second: string;
beforeAll(async () => {
  client = await LinkClient.start({
    bank: new StandInBank(),
    store: new StandInStore(),
    erasure: new StandInErasure(),
    income: new StandInIncome(),
  });
  ({ service } = client);
  other = await service.customerApp();
  login = (await client.linked('usergood')).login_identity_id;
  second = (await client.linked('usergood', { user_id: 'customer-43' })).login_identity_id;
});
afterAll(() => service?.end());

const as = (claim: Partial<OperatorClaim> = {}) => service.operator(claim);
const place = (id = login) => ({ kind: 'login_identity', customerAppId: client.app, id });
const see = async (id: string, role: OperatorClaim['role'] = 'viewer') =>
  (await as({ role }).ask<SeeResourceResponse>('seeResource', { path: place(id) })).body;
const story = async (id: string) =>
  (await as().ask<TellStoryResponse>('tellStory', { path: place(id) })).body.entries;
const refused = (answer: { status: number; body: { error: { error_code: string } } }) => [
  answer.status,
  answer.body.error.error_code,
];

const found = async (query: Record<string, string>, apps: OperatorClaim['apps'] = '*') => {
  const { body } = await as({ apps }).ask<FindResourcesResponse>('findResources', { query });
  return body.results.map(({ id }) => id);
};
/** Find leads from each of these IDs to the login, and operators of another app nowhere. */
const leadTo = async (id: string, texts: readonly unknown[]) => {
  for (const text of texts) {
    const query = { by: 'id', text: String(text) };
    expect([await found(query), await found(query, [other])]).toEqual([[id], []]);
  }
};

describe('an operator who searches logins', () => {
  it('finds one by its ID and by the reference of its user, within the apps of the claim', async () => {
    expect(await found({ by: 'id', text: login })).toEqual([login]);
    expect(await found({ by: 'reference', text: 'customer-42' })).toEqual([login]);
    expect(await found({ by: 'reference', text: 'customer-4' })).toEqual([]);
    expect(await found({ by: 'email', text: 'ada@example.com' })).toEqual([]);
    expect(await found({ by: 'reference', text: 'customer-42' }, [other])).toEqual([]);
  });

  it('finds one by its session, its linking attempt and its authentication', async () => {
    const { last_session_id, linking_attempt_id, authentication_id } = await client.read(login);
    await leadTo(login, [last_session_id, linking_attempt_id, authentication_id]);
  });

  it('lists those of all apps and of one, also by status', async () => {
    const list = async (query: Record<string, string>) =>
      as({ purpose: 'find' }).ask<ListResourcesResponse>('listResources', {
        path: { kind: 'login_identity' },
        query,
      });
    const ids = async (query: Record<string, string>) =>
      (await list(query)).body.resources.map(({ id }) => id);
    expect(await ids({})).toEqual([second, login]);
    expect(await ids({ customer_app_id: other })).toEqual([]);
    expect(await ids({ statuses: 'DATA_RETRIEVAL_COMPLETE,ERROR' })).toEqual([second, login]);
    expect(await ids({ customer_app_id: client.app, statuses: 'ERROR' })).toEqual([]);
    expect(refused(await list({ limit: '101' }))).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('an operator who opens a login', () => {
  it('sees what the app sees, the reference of the user from the role `operator` on', async () => {
    const shown = await client.read(login);
    const seen = await see(login);
    expect([seen.masked, seen.status]).toEqual([['user_id'], 'DATA_RETRIEVAL_COMPLETE']);
    expect(seen.body).toEqual({ ...shown, user_id: '•••' });
    const helping = await see(login, 'operator');
    expect([helping.masked, helping.body]).toEqual([[], shown]);
  });

  it('shows logins, questions to the institution and the consent', async () => {
    const shown = await story(login);
    expect(shown.map(({ entry, title }) => [entry, title])).toEqual(
      expect.arrayContaining([
        ['STATE', 'login-identity: LINKING'],
        ['QUESTION', 'login-identity: LINKING → AUTHENTICATING'],
        ['STATE', 'consent given'],
        ['QUESTION', 'accounts: SUCCESS'],
        ['EVENT', 'login_identity.link_started'],
        ['STATE', expect.stringMatching(/^login-identity: .* → DATA_RETRIEVAL_COMPLETE$/)],
      ]),
    );
    expect(JSON.stringify(shown)).not.toContain('customer-42');
  });

  it('sees a question that waits for its answer', async () => {
    const { login_identity_id: id } = await client.link('user_otp', { user_id: 'customer-44' });
    await client.asked(id);
    expect(await story(id)).toContainEqual(
      expect.objectContaining({ entry: 'QUESTION', title: 'LOGIN WAIT waits' }),
    );
  });

  it('sees other logins of the same user', async () => {
    const { login_identity_id: id } = await client.linked('usergood', { user_id: 'customer-43' });
    const relatedOf = async (one: string) => (await see(one)).related.map((each) => each.id);
    expect(await relatedOf(id)).toEqual([second]);
    expect(await relatedOf(second)).toEqual([id]);
  });

  it('gets none of another app', async () => {
    const path = { ...place(), customerAppId: other };
    expect(refused(await as().ask('seeResource', { path }))).toEqual([
      400,
      'LOGIN_IDENTITY_NOT_FOUND',
    ]);
    const apps = [other];
    expect(refused(await as({ apps }).ask('tellStory', { path: place() }))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
  });

  it('sees no user of a deleted login, and does not find it by the user', async () => {
    const { login_identity_id: id } = await client.linked('usergood', { user_id: 'customer-45' });
    const { status } = await service.delete('/login_identity', await client.ownToken(id));
    expect(status).toBe(200);
    await eventually(async () => (await see(id)).status === 'UNLINK_SUCCEEDED');
    const gone = await see(id, 'admin');
    expect(gone.body).not.toHaveProperty('user_id');
    expect(JSON.stringify([gone, await story(id)])).not.toContain('customer-45');
    const query = { by: 'reference', text: 'customer-45' };
    const { body } = await as().ask<FindResourcesResponse>('findResources', { query });
    expect(body.results).toEqual([]);
  });
});

describe('an operator who searches what belongs to a login', () => {
  it('finds it by an earlier session, and by each consent', async () => {
    const user_id = 'customer-46';
    const { login_identity_id: id, last_session_id: first } = await client.linked('usergood', {
      user_id,
    });
    const path = `/link/relink/${id}`;
    expect((await service.post(path, client.again(), client.token)).status).toBe(200);
    const { last_session_id: second } = await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
    expect(second).not.toBe(first);
    const consents = await client.sql(
      `SELECT consent_id FROM link_consents WHERE login_identity_id = '${id}'`,
    );
    expect(consents).toHaveLength(2);
    await leadTo(id, [first, second, ...consents.map((each) => each['consent_id'])]);
  });

  it('finds it by a session of the hosted page and by a job', async () => {
    const token = await linkTokenOf(client, { user_id: 'customer-47' });
    await (await LinkPage.of(client, token)).login('user_otp');
    const [job] = await eventually(async () => {
      const jobs = await client.sql(
        `SELECT job_id, login_identity_id FROM link_jobs JOIN login_identities
           USING (customer_app_id, login_identity_id) WHERE user_id = 'customer-47'`,
      );
      expect(jobs).toHaveLength(1);
      return jobs;
    });
    await leadTo(String(job?.['login_identity_id']), [decodeJwt(token).jti, job?.['job_id']]);
  });
});

describeOperatorMatrix(() => ({ as, ...place(), permitted: { unmaskMember: 400 } }));
