import type { LoginIdentityResponse } from '@towpath/contracts/account-data';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { KnownLoginsService } from '../src/identities/credentials/known-logins.service.js';
import type {
  CredentialsLogin,
  LoginAnswer,
} from '../src/banks/institution-connections/institution-connector.js';
import { LinkClient, RETURN_URI, type Refusal } from './link-client.fixture.js';
import { LinkPage } from './link-page.fixture.js';
import {
  StandInBank,
  StandInErasure,
  StandInIncome,
  StandInStore,
} from './stand-in-bank.fixture.js';

/** Keeps the names of the logins that it was asked about. */
class WatchedBank extends StandInBank {
  readonly asked: string[] = [];

  override startLogin(login: CredentialsLogin): Promise<LoginAnswer> {
    this.asked.push(login.credentials['user_id'] ?? '');
    return super.startLogin(login);
  }
}

const bank = new WatchedBank();
let client: LinkClient;
beforeAll(async () => {
  client = await LinkClient.start({
    bank,
    store: new StandInStore(),
    erasure: new StandInErasure(),
    income: new StandInIncome(),
  });
});
afterAll(() => client?.service.end());

let addresses = 0;
/** Each test has an address, logins and users of its own. */
beforeEach(async () => {
  addresses += 1;
  client.service.clientAddress = `203.0.113.${addresses}`;
  bank.asked.length = 0;
  await client.service
    .part(Transactions)
    .asWorker((tx) => tx.query(byValues('DELETE FROM login_guesses')));
});

/** Another app of the same service. */
async function anotherApp(): Promise<LinkClient> {
  const { service, clientId } = client;
  const app = await service.customerApp('TEST', { redirect_uris: [RETURN_URI] });
  const token = await service.token(app, { client_id: clientId });
  return Object.assign(Object.create(client) as LinkClient, { app, token });
}

const anyName = () => `nobody-${newId(new Date())}`;

/** An hour passes for all guesses. */
const anHourLater = () =>
  client.service
    .part(Transactions)
    .asWorker((tx) =>
      tx.query(byValues(`UPDATE login_guesses SET made_at = made_at - interval '61 minutes'`)),
    );

async function onPage(page: LinkPage, userId: string): Promise<string | undefined> {
  expect((await page.login(userId)).status).toBe(200);
  const view = await eventually(async () => {
    const now = await page.view();
    expect(['FAILED', 'CONNECTED', 'ACTION']).toContain(now.step);
    return now;
  });
  return view.error?.error_code ?? view.step;
}

/** The outcome of a login in a user interface of the app's own. */
async function inApp(userId: string, more: object = {}, token = client.token) {
  const order = client.order(userId, { user_id: newId(new Date()), ...more });
  const { status, body } = await client.service.post<LoginIdentityResponse & Refusal>(
    '/link',
    order,
    token,
  );
  expect([status, body.error]).toEqual([200, undefined]);
  const path = `/login_identity/${body.login_identity.login_identity_id}`;
  return eventually(async () => {
    const read = await client.service.get<LoginIdentityResponse>(path, token);
    const { status: reached, error } = read.body.login_identity;
    expect(['ERROR', 'DATA_RETRIEVAL_COMPLETE']).toContain(reached);
    return error?.type ?? reached;
  });
}

async function times(count: number, work: () => Promise<string | undefined>) {
  const outcomes = [];
  for (let done = 0; done < count; done += 1) outcomes.push(await work());
  return outcomes;
}

const WRONG = 'CREDENTIALS_INVALID';
const LIMITED = 'TOO_MANY_ATTEMPTS';

describe('guessing a login on a hosted page', () => {
  it('ends after five wrong logins of one session, also for the right one', async () => {
    const page = await LinkPage.open(client);
    expect(await times(5, () => onPage(page, anyName()))).toEqual(Array(5).fill(WRONG));
    expect(await onPage(page, 'usergood')).toBe(LIMITED);
    await anHourLater();
    expect(await onPage(page, 'usergood')).toBe(LIMITED);
    expect((await page.view()).failure_reason).toBe('LIMITED');
    expect(bank.asked).toHaveLength(5);
    expect(await onPage(await LinkPage.open(client), 'usergood')).toBe('CONNECTED');
  });

  it('counts wrong codes like wrong passwords', async () => {
    const page = await LinkPage.open(client);
    expect(await times(3, () => onPage(page, anyName()))).toEqual(Array(3).fill(WRONG));
    await page.login('user_otp');
    let { action } = await page.reaches('ACTION');
    for (let wrong = 0; wrong < 2; wrong += 1) {
      const encrypted_credentials = client.sealed({ otp: '000000' });
      await page.post('action', { action_id: action?.action_id, encrypted_credentials });
      const before = action?.action_id;
      ({ action } = await eventually(async () => {
        const view = await page.view();
        expect(view.action?.action_id).toBeDefined();
        expect(view.action?.action_id).not.toBe(before);
        return view;
      }));
    }
    const encrypted_credentials = client.sealed({ otp: '123456' });
    await page.post('action', { action_id: action?.action_id, encrypted_credentials });
    expect((await page.reaches('FAILED')).error).toMatchObject({ error_code: LIMITED });
  });

  it('ends after twenty in an hour of one address, over all apps', async () => {
    const stranger = await anotherApp();
    for (const owner of [client, stranger, client, stranger]) {
      const page = await LinkPage.open(owner);
      expect(await times(5, () => onPage(page, anyName()))).toEqual(Array(5).fill(WRONG));
    }
    expect(await onPage(await LinkPage.open(stranger), 'usergood')).toBe(LIMITED);
    expect(bank.asked).toHaveLength(20);
    const here = client.service.clientAddress;
    client.service.clientAddress = '198.51.100.1';
    expect(await onPage(await LinkPage.open(client), 'usergood')).toBe('CONNECTED');
    client.service.clientAddress = here;
    await anHourLater();
    expect(await onPage(await LinkPage.open(client), 'usergood')).toBe('CONNECTED');
  }, 60_000);
});

describe('guessing a login in the user interface of a customer app', () => {
  it('ends after five wrong passwords of one login, over all apps', async () => {
    const name = anyName();
    const other = await client.service.token(await client.service.customerApp());
    expect(await times(3, () => inApp(name))).toEqual(Array(3).fill(WRONG));
    expect(await times(2, () => inApp(` ${name.toUpperCase()}`, {}, other))).toEqual([
      WRONG,
      WRONG,
    ]);
    expect(await inApp(name)).toBe(LIMITED);
    expect(await inApp(name, {}, other)).toBe(LIMITED);
    expect(bank.asked).toHaveLength(5);
    expect(await inApp('usergood')).toBe('DATA_RETRIEVAL_COMPLETE');
    await anHourLater();
    expect(await inApp(name)).toBe(WRONG);
  });

  it('asks the bank five times when 24 guesses arrive at once', async () => {
    const name = anyName();
    const outcomes = await Promise.all(Array.from({ length: 24 }, () => inApp(name)));
    expect(outcomes.filter((outcome) => outcome === WRONG)).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === LIMITED)).toHaveLength(19);
    expect(bank.asked).toHaveLength(5);
  }, 60_000);

  it('ends after ten wrong logins of one user', async () => {
    const userId = newId(new Date());
    const guess = () => inApp(anyName(), { user_id: userId });
    expect(await times(10, guess)).toEqual(Array(10).fill(WRONG));
    expect(await inApp('usergood', { user_id: userId })).toBe(LIMITED);
    expect(await inApp('usergood')).toBe('DATA_RETRIEVAL_COMPLETE');
  });

  it('ends at the number that the operator set for the app', async () => {
    const app = await client.service.customerApp('TEST', { wrong_logins_per_hour: '3' });
    const token = await client.service.token(app);
    expect(await times(3, () => inApp(anyName(), {}, token))).toEqual(Array(3).fill(WRONG));
    expect(await inApp('usergood', {}, token)).toBe(LIMITED);
    expect(await inApp('usergood')).toBe('DATA_RETRIEVAL_COMPLETE');
  });

  it('counts a relink too, and reports its outcome like that of a locked login', async () => {
    const { login_identity_id: id } = await client.linked('usergood');
    const name = anyName();
    const sealed = () => client.sealed({ user_id: name, password: 'datagood' });
    for (let count = 0; count < 6; count += 1) {
      const body = { consent: true, encrypted_credentials: sealed() };
      await client.service.post(`/link/relink/${id}`, body, client.token);
      await client.reaches(id, 'ERROR');
    }
    expect(bank.asked.filter((asked) => asked === name)).toHaveLength(5);
    const { authentication_status } = await client.read(id);
    expect(authentication_status?.status).toBe('AUTHENTICATION_TOO_MANY_ATTEMPTS');
    const { status, body } = await client.statusOf(id);
    expect([status, body.error.error_code]).toEqual([400, LIMITED]);
  });

  it('counts neither successes nor outages', async () => {
    const userId = newId(new Date());
    const again = (name: string) => times(12, () => inApp(name, { user_id: userId }));
    expect(new Set(await again('usergood'))).toEqual(new Set(['DATA_RETRIEVAL_COMPLETE']));
    expect(new Set(await again('user_down'))).toEqual(new Set(['INSTITUTION_UNAVAILABLE']));
    expect(bank.asked).toHaveLength(24);
    const rows = await client.service
      .part(Transactions)
      .asWorker((tx) => tx.query(byValues('SELECT * FROM login_guesses')));
    expect(rows).toEqual([]);
  }, 60_000);
});

describe('the limit on guesses', () => {
  it('does not apply to test apps on this machine', async () => {
    for (const address of [null, '127.0.0.1', '::1']) {
      client.service.clientAddress = address;
      const name = anyName();
      expect(await times(7, () => inApp(name))).toEqual(Array(7).fill(WRONG));
    }
  });

  it('applies to every live app, also on this machine', async () => {
    const live = await client.service.customerApp('LIVE');
    const sessionId = newId(new Date());
    const begin = () =>
      client.service
        .part(Transactions)
        .forApp(live, (tx) =>
          client.service
            .part(KnownLoginsService)
            .begin(tx, { address: '127.0.0.1' }, { sessionId }),
        );
    for (let count = 0; count < 5; count += 1) expect((await begin()).isRefused).toBe(false);
    expect((await begin()).isRefused).toBe(true);
  });

  it('is stored without names, and an app sees only its own rows', async () => {
    const name = anyName();
    await inApp(name);
    const seen = (app: CustomerAppId) =>
      client.service
        .part(Transactions)
        .forApp(app, (tx) =>
          tx.query<{ limited_by: string }>(byValues('SELECT * FROM login_guesses')),
        );
    const rows = await seen(client.app);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(name);
    expect(await seen(await client.service.customerApp())).toEqual([]);
  });
});
