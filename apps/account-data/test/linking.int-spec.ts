/**
 * @proves promise-8, promise-13, createLink, linkAction, linkStatus, relinkV2, getLoginIdentity
 * @proves getLoginIdentityById, getLoginIdentityHistory, deleteLoginIdentity
 */
import type { LoginIdentityHistoryResponse } from '@towpath/contracts/account-data';
import { jest } from '@jest/globals';
import { newId, type Id } from '@towpath/kernel';
import { KeyProvider, PERSONAL_DATA_KEY } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { randomBytes } from 'node:crypto';
import type { TestAccountData } from './account-data.fixture.js';
import { LinkClient, type Refusal } from './link-client.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

const bank = new StandInBank();
const store = new StandInStore();
const erasure = new StandInErasure();
let client: LinkClient;
let service: TestAccountData;
let token: string;

beforeAll(async () => {
  client = await LinkClient.start({ bank, store, erasure, income: new StandInIncome() });
  ({ service, token } = client);
});
afterAll(() => service?.end());

describe('POST /link', () => {
  it('answers at once, retrieves each product, and publishes events in order', async () => {
    const begun = await client.link('usergood');
    expect(begun).toMatchObject({
      status: 'LINKING',
      session_status: 'IN_PROGRESS',
      authentication_status: { status: 'LINKING' },
      user_id: 'customer-42',
      error: {},
    });
    const done = await client.reaches(begun.login_identity_id, 'DATA_RETRIEVAL_COMPLETE');
    expect(done).toMatchObject({
      session_status: 'COMPLETED',
      authentication_status: { status: 'AUTHENTICATED', status_details: 'AUTHENTICATED' },
      product_status: {
        accounts: { status: 'SUCCESS', status_details: 'ACCOUNTS_RETRIEVED' },
        statements: { status: 'SUCCESS' },
      },
      refresh: { credentials_stored: true, refresh_allowed: true },
    });
    expect(done.username_hash_id).toMatch(/^0[0-9A-HJKMNP-TV-Z]{25}$/);
    const { body } = await service.get<LoginIdentityHistoryResponse>(
      `/login_identity/${begun.login_identity_id}/history`,
      token,
    );
    const names = body.status_history.map(({ event_name: name }) => name);
    expect(names.slice(0, 5)).toEqual([
      'LINK_INITIALIZED',
      'AUTHENTICATION_INITIALIZED',
      'AUTHENTICATED',
      'CONNECTION_COMPLETE',
      'DATA_RETRIEVAL_INITIALIZED',
    ]);
    expect(names.at(-1)).toBe('DATA_RETRIEVAL_COMPLETE');
    expect(names.filter((name) => name.endsWith('_RETRIEVED'))).toHaveLength(5);
  });

  it('gives the same hash to the same login of the app', async () => {
    const [first, second] = [await client.linked('usergood'), await client.linked('usergood')];
    expect(second.username_hash_id).toBe(first.username_hash_id);
    expect(second.login_identity_id).not.toBe(first.login_identity_id);
  });

  it('is partly successful when a product fails', async () => {
    const { login_identity_id: id } = await client.link('user_partial');
    expect(await client.reaches(id, 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL')).toMatchObject({
      product_status: {
        statements: { status: 'ERROR', status_details: 'STATEMENTS_RETRIEVAL_FAILED' },
        identity: { status: 'WARNING', status_details: 'IDENTITY_PARTIALLY_RETRIEVED' },
        accounts: { status: 'SUCCESS' },
      },
    });
  });

  it.each([
    ['nobody', 'AUTHENTICATE_FAILED', 'CREDENTIALS_INVALID'],
    ['user_locked', 'AUTHENTICATION_TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'],
    [
      'user_down',
      'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
      'INSTITUTION_UNAVAILABLE',
    ],
  ])('reports how the login of %s failed', async (userId, authentication, code) => {
    const { login_identity_id: id } = await client.link(userId);
    const failed = await client.reaches(id, 'ERROR');
    expect(failed).toMatchObject({
      authentication_status: { status: authentication },
      error: { type: code },
    });
    const { status, body } = await client.statusOf(id);
    expect([status, body.error.error_code, body.error.code]).toEqual([400, code, code]);
    expect(
      await client.sql('SELECT 1 FROM login_credentials WHERE login_identity_id = ' + `'${id}'`),
    ).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no consent', { consent: false }, 'INVALID_REQUEST'],
    ['an unknown institution', { institution_id: 'nobank' }, 'INSTITUTION_NOT_FOUND'],
    [
      'one without a connection',
      { institution_id: 'testbank-business' },
      'INSTITUTION_NOT_CONNECTED',
    ],
    ['an unknown product', { products_requested: ['GOLD'] }, 'INVALID_REQUEST'],
    ['no payload', { encrypted_credentials: undefined }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_what, more, code) => {
    const { status, body } = await service.post<Refusal>(
      '/link',
      client.order('usergood', more),
      token,
    );
    expect([status, body.error.error_code, body.error.code]).toEqual([400, code, code]);
  });

  it.each<[string, () => object, string]>([
    ['a key that is not ours', () => ({ ...client.sealed({}), keyId: 'nokey' }), 'UNKNOWN_KEY_ID'],
    [
      'a tag that does not fit',
      () => ({
        ...client.sealed({ user_id: 'usergood', password: 'datagood' }),
        messageAuthenticationCode: Buffer.alloc(16).toString('base64'),
      }),
      'INVALID_ENCRYPTED_PAYLOAD',
    ],
    [
      'another ciphertext',
      () => ({ ...client.sealed({}), ciphertext: '!' }),
      'INVALID_ENCRYPTED_PAYLOAD',
    ],
    ['a missing field', () => client.sealed({ user_id: 'usergood' }), 'INVALID_REQUEST'],
  ])('refuses %s', async (_what, payload, code) => {
    const more = { encrypted_credentials: payload() };
    const { status, body } = await service.post<Refusal>(
      '/link',
      client.order('usergood', more),
      token,
    );
    expect([status, body.error.error_code]).toEqual([400, code]);
  });
});

describe('POST /link/action', () => {
  it('asks again after a wrong answer, and accepts the right one', async () => {
    const { login_identity_id: id } = await client.link('user_otp');
    const first = await client.asked(id);
    expect(first).toMatchObject({ type: 'ACTION', name: 'MOBILE_OTP' });
    expect((await client.answer(id, first.action_id, '000000')).status).toBe(200);
    const second = await client.asked(id, first.action_id);
    const stale = await client.answer(id, first.action_id, '123456');
    expect([stale.status, stale.body.error.error_code]).toEqual([400, 'LINK_ACTION_NOT_FOUND']);
    expect((await client.answer(id, second.action_id, '123456')).status).toBe(200);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  });

  it('ends after the third wrong answer', async () => {
    const { login_identity_id: id } = await client.link('user_otp');
    let last = '';
    for (let round = 0; round < 3; round += 1) {
      const action = await client.asked(id, last);
      last = action.action_id;
      expect((await client.answer(id, last, '000000')).status).toBe(200);
    }
    const failed = await client.reaches(id, 'ERROR');
    expect(failed.authentication_status?.status).toBe('AUTHENTICATION_TOO_MANY_ATTEMPTS');
  });
});

it('a retrieval resumes behind the last stored batch', async () => {
  bank.failures = 1;
  bank.retrieved.length = 0;
  const { login_identity_id: id } = await client.link('usergood', {
    products_requested: ['STATEMENTS'],
  });
  await eventually(async () => {
    expect(
      await client.sql(`SELECT cursor FROM link_jobs WHERE failures = 1 AND kind = 'RETRIEVAL'`),
    ).toEqual([{ cursor: 'first' }]);
    return true;
  });
  await client.sql(`UPDATE link_jobs SET due_at = now()`);
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  expect(bank.retrieved).toEqual(['STATEMENTS after nothing', 'STATEMENTS after first']);
});

it('a deleted login identity is hidden at once, then erased here and ended at the bank', async () => {
  const { login_identity_id: id } = await client.linked('usergood');
  const own = await client.ownToken(id);
  expect((await service.get('/login_identity', own)).status).toBe(200);
  const deleted = await service.delete<{ success: boolean }>('/login_identity', own);
  expect(deleted).toEqual({ status: 200, body: { success: true } });
  for (const path of ['/login_identity', `/login_identity/${id}`]) {
    const { status, body } = await service.get<Refusal>(
      path,
      path === '/login_identity' ? own : token,
    );
    expect([status, body.error.error_code, body.error.code]).toEqual([
      400,
      'LOGIN_IDENTITY_NOT_FOUND',
      40001,
    ]);
  }
  await eventually(async () => {
    const rows = await client.sql(
      `SELECT status FROM login_identities WHERE login_identity_id = '${id}'`,
    );
    expect(rows).toEqual([{ status: 'UNLINK_SUCCEEDED' }]);
    return true;
  });
  expect(erasure.erased).toContain(id);
  expect(bank.removed).toContain('session of usergood');
  expect(
    await client.sql(`SELECT 1 FROM login_credentials WHERE login_identity_id = '${id}'`),
  ).toEqual([]);
  const keys = `SELECT 1 FROM personal_data_keys WHERE subject_id LIKE '%${id}%' AND wrapped_key IS NOT NULL`;
  expect(await client.sql(keys)).toEqual([]);
});

it('credentials are not stored without the consent of the user', async () => {
  const done = await client.linked('usergood', { store_credentials: false });
  expect(done.refresh).toEqual({ credentials_stored: false, refresh_allowed: false });
  const kept = `SELECT credentials_sealed FROM login_credentials WHERE login_identity_id = '${done.login_identity_id}'`;
  expect(await client.sql(kept)).toEqual([{ credentials_sealed: null }]);
});

it('a relink is refused while a login runs, and needs fresh credentials', async () => {
  const { login_identity_id: id } = await client.link('nobody');
  await client.reaches(id, 'ERROR');
  const orders = Array.from({ length: 8 }, () => client.again('user_otp'));
  const relink = (order: object) => service.post<Refusal>(`/link/relink/${id}`, order, token);
  const answers = await Promise.all(orders.map(relink));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { action_id: actionId } = await client.asked(id);
  await client.answer(id, actionId, '123456');
  await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
});

describe('a refresh without the user', () => {
  it('begins when the day is over', async () => {
    const { login_identity_id: id, last_session_id: first } = await client.linked('usergood');
    await client.sql(
      `UPDATE login_identities SET next_refresh_at = now() WHERE login_identity_id = '${id}'`,
    );
    await eventually(async () => {
      const found = await client.read(id);
      expect([found.status, found.last_session_id]).toEqual([
        'DATA_RETRIEVAL_COMPLETE',
        expect.not.stringMatching(first ?? ''),
      ]);
      return true;
    });
  });

  it('ends with the permission, which also deletes the credentials', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    await client.sql(
      `UPDATE login_identities SET permission_expires_at = now() WHERE login_identity_id = '${id}'`,
    );
    await eventually(async () => {
      expect((await client.read(id)).status_details?.event_name).toBe(
        'LOGIN_IDENTITY_PERMISSION_EXPIRED',
      );
      return true;
    });
    expect((await client.read(id)).refresh).toEqual({
      credentials_stored: false,
      refresh_allowed: false,
    });
    const kept = `SELECT credentials_sealed FROM login_credentials WHERE login_identity_id = '${id}'`;
    expect(await client.sql(kept)).toEqual([{ credentials_sealed: null }]);
    await expect(client.refresh(id)).rejects.toMatchObject({ code: 'REFRESH_NOT_ALLOWED' });
  });

  it('is refused if credentials are not stored', async () => {
    const { login_identity_id: id } = await client.linked('usergood', { store_credentials: false });
    await expect(client.refresh(id)).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_STORED' });
  });

  it('ends in one legal state after 64 refreshes, a relink and a deletion at once', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const own = await client.ownToken(id);
    const again = client.again();
    const refreshes = Array.from({ length: 64 }, () =>
      client.refresh(id).then(
        () => 1,
        () => 0,
      ),
    );
    const relink = service.post<Refusal>(`/link/relink/${id}`, again, token);
    const deletion = service.delete('/login_identity', own);
    const begun = await Promise.all(refreshes);
    const accepted = begun.filter((one) => one === 1).length;
    expect(accepted + Number((await relink).status === 200)).toBeLessThan(3);
    expect((await deletion).status).toBe(200);
    await eventually(async () => {
      const state = `SELECT status, session_status FROM login_identities WHERE login_identity_id = '${id}'`;
      expect(await client.sql(state)).toEqual([
        { status: 'UNLINK_SUCCEEDED', session_status: 'UNLINKED' },
      ]);
      return true;
    });
    const jobs = await client.sql(`SELECT 1 FROM link_jobs WHERE login_identity_id = '${id}'`);
    expect(jobs).toEqual([]);
  });
});

describe('another app', () => {
  const unknown = newId<Id<'LoginIdentity'>>(new Date());
  const calls = (id: string, as: string) => [
    service.get<Refusal>(`/login_identity/${id}`, as),
    service.get<Refusal>(`/login_identity/${id}/history`, as),
    service.get<Refusal>(`/link/status/${id}`, as),
    service.post<Refusal>(
      `/link/action/${id}`,
      { action_id: 'any', encrypted_credentials: client.sealed({ otp: '123456' }) },
      as,
    ),
    service.post<Refusal>(
      `/link/relink/${id}`,
      {
        consent: true,
        encrypted_credentials: client.sealed({ user_id: 'usergood', password: 'datagood' }),
      },
      as,
    ),
  ];
  const withoutRequest = ({ status, body }: { status: number; body: Refusal }) => ({
    status,
    error: { ...body.error, request_id: '' },
  });

  it('gets the same answer for a login identity as for an unknown one', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const other = await service.customerApp();
    const theirs = await service.token(other);
    const foreign = (await Promise.all(calls(id, theirs))).map(withoutRequest);
    const none = (await Promise.all(calls(unknown, theirs))).map(withoutRequest);
    expect(foreign).toEqual(none);
    for (const { error } of foreign) expect(error.error_code).toBe('LOGIN_IDENTITY_NOT_FOUND');
    const own = await client.ownToken(id, other);
    for (const answered of [
      await service.get<Refusal>('/login_identity', own),
      await service.delete<Refusal>('/login_identity', own),
    ]) {
      expect([answered.status, answered.body.error.code]).toEqual([400, 40001]);
    }
  });
});

it('no table, history or event contains what users type', async () => {
  const canary = { user_id: 'usercanary4711', password: 'datagood' };
  const more = { encrypted_credentials: client.sealed(canary), user_id: 'canary-owner' };
  await client.linked('usergood', more);
  const tables = ['login_identities', 'login_identity_state_changes', 'login_credentials'];
  tables.push('link_jobs', 'link_consents', 'outbox', 'personal_data_keys');
  for (const table of tables) {
    const rows = await client.sql(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
    expect(JSON.stringify(rows)).not.toMatch(/usercanary4711|datagood/);
  }
});

it('an operator can rewrap every key of the vault while the service runs', async () => {
  const { login_identity_id: id } = await client.linked('usergood');
  const provider = service.part(KeyProvider);
  const [v1] = provider.keySet(PERSONAL_DATA_KEY).keys.values();
  const keys = new Map<string, Buffer>().set('v1', v1!).set('v2', randomBytes(32));
  const real = provider.keySet.bind(provider);
  const rotated = jest
    .spyOn(provider, 'keySet')
    .mockImplementation((purpose) =>
      purpose === PERSONAL_DATA_KEY ? { current: 'v2', keys } : real(purpose),
    );
  try {
    const path = '/internal/personal_data_keys/rewrap';
    const order = async () => (await service.post(path, {}, await service.commandToken())).body;
    expect(await order()).toEqual({ rewrapped: expect.any(Number), done: true });
    expect(await order()).toEqual({ rewrapped: 0, done: true });
    expect((await service.post(path, {}, token)).status).toBe(401);
    // The old version is taken away: what is kept is still readable.
    keys.delete('v1');
    await client.refresh(id);
    await client.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  } finally {
    rotated.mockRestore();
  }
});
