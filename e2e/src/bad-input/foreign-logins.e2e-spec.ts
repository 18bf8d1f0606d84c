/** @proves promise-7 */
import { operations, type Institution, type Operation } from '@towpath/contracts';
import type {
  HostedLinkSession,
  LinkTokenResponse,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { newId, type Id } from '@towpath/kernel';
import { eventually, forged, sealFields, type ApiAnswer } from '@towpath/testing';
import { RunningSystem } from '../system/running-system.js';
import { createCast, type Cast, type Owned } from './foreign-logins.fixture.js';
import { sealedLogin } from './linked-login.js';
import { REDIRECT_URI } from './redirect-uri.js';

const AREAS = ['Authentication', 'Link', 'Hosted link page', 'Login identity', 'Institutions'];
const subjects = operations.filter(({ area }) => [...AREAS, 'Account data'].includes(area));
const system = RunningSystem.open();
let cast: Cast;

beforeAll(async () => {
  cast = await createCast(system);
});

type Probe = (operation: Operation) => Promise<void>;
interface Sent {
  readonly token?: string | undefined;
  readonly id?: string;
  readonly query?: string;
  readonly body?: object;
}

function send<T>({ method, path }: Operation, sent: Sent): Promise<ApiAnswer<T>> {
  const { token, id = '', query = '', body } = sent;
  return system.api().send<T>({
    method,
    path: `${path.replaceAll(/\{[^}]+\}/g, id)}${query}`,
    token,
    ...(body && { body }),
  });
}

/** Status and error code. */
const codeOf = ({ status, body }: ApiAnswer) => [
  status,
  (body as { error?: { error_code?: string } }).error?.error_code,
];

/** An answer without what differs by nature: IDs and those of requests. */
function comparable({ status, text }: ApiAnswer) {
  return { status, text: text.replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '<id>') };
}

function showsNothingOf(answer: ApiAnswer, others: readonly Owned[]): void {
  for (const id of others.flatMap(({ ids }) => ids)) expect(answer.text).not.toContain(id);
}

/** Reference data: it belongs to nobody. */
const sameForAll =
  (id?: string): Probe =>
  async (operation) => {
    const asked = id === undefined ? {} : { id };
    const answers = [
      await send(operation, { ...asked, token: await cast.ours.accessToken() }),
      await send(operation, { ...asked, token: await cast.theirs.accessToken() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  };

/** A customer token and the ID of a login: another app's is as one that nobody has. */
const loginById =
  (body?: () => object): Probe =>
  async (operation) => {
    const token = await cast.ours.accessToken();
    const ask = (id: string) => send(operation, { token, id, ...(body && { body: body() }) });
    const foreign = await ask(cast.stranger.loginIdentityId);
    const unknown = await ask(newId<Id<'LoginIdentity'>>(new Date()));
    expect(codeOf(foreign)).toEqual([400, 'LOGIN_IDENTITY_NOT_FOUND']);
    expect(comparable(foreign)).toEqual(comparable(unknown));
  };

/** No ID: each login reads its own, and nothing of the two others. */
const own =
  (query = ''): Probe =>
  async (operation) => {
    const all = [cast.mine, cast.sibling, cast.stranger];
    for (const login of all) {
      const answer = await send(operation, { token: login.token, query });
      expect(answer.status).toBe(200);
      showsNothingOf(
        answer,
        all.filter((each) => each !== login),
      );
      const { login_identity: named } = answer.body as {
        login_identity?: { login_identity_id: string };
      };
      if (named) expect(named.login_identity_id).toBe(login.loginIdentityId);
    }
  };

/** The ID of a part of a login: that of another login is as one that nobody has. */
const partOf =
  (name: 'accountId' | 'statementId', query = ''): Probe =>
  async (operation) => {
    const { mine, sibling, stranger } = cast;
    const ask = (id: string) => send(operation, { token: mine.token, id, query });
    const unknown = await ask(newId<Id<'Unknown'>>(new Date()));
    const code = name === 'accountId' ? 'ACCOUNT_NOT_FOUND' : 'STATEMENT_NOT_FOUND';
    for (const foreign of [sibling, stranger]) {
      const answer = await ask(foreign[name]);
      expect(codeOf(answer)).toEqual([400, code]);
      expect(comparable(answer)).toEqual(comparable(unknown));
    }
    const answer = await ask(mine[name]);
    expect(answer.status).toBe(200);
    showsNothingOf(answer, [sibling, stranger]);
  };

const form = (body: Readonly<Record<string, string>>) => new URLSearchParams(body).toString();

async function exchange(code: string, by: Cast['ours'], clientId: string) {
  return by.send<AccessTokenResponse>({
    method: 'POST',
    path: '/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: form({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
    }),
  });
}

/** What a page's own token is asked for: nothing of the other app's page is in the answer. */
const ownPage =
  (query = ''): Probe =>
  async (operation) => {
    const { ourPages, theirPages } = cast;
    const ours = await send(operation, { token: ourPages.asking.token, query });
    const theirs = await send(operation, { token: theirPages.asking.token, query });
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect(ours.text).not.toContain('Their Shop');
    expect(ours.text).not.toContain(theirPages.asked.action?.action_id);
    expect(theirs.text).not.toContain('Our Shop');
    expect(theirs.text).not.toContain(ourPages.asked.action?.action_id);
  };

/** Institutions of the countries that the page was ordered for, and of no others. */
const ofOwnCountries: Probe = async (operation) => {
  for (const [pages, country] of [
    [cast.ourPages, 'HKG'],
    [cast.theirPages, 'PHL'],
  ] as const) {
    const answer = await send<Institution[]>(operation, { token: pages.fresh.token });
    const list = Array.isArray(answer.body)
      ? answer.body
      : (answer.body as { institutions: Institution[] }).institutions;
    expect(list.length).toBeGreaterThan(3);
    for (const { countries } of list) expect(countries).toContain(country);
  }
};

/** The way to the bank of one page, walked by the browser of another. */
const strangeBrowser: Probe = async () => {
  const go = (url: string, cookie = '') =>
    fetch(url, { redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  const ours = await go(cast.ourPages.way);
  const theirs = await go(cast.theirPages.way);
  const page = new URL(ours.headers.get('location') ?? '');
  const back = new URL(page.searchParams.get('return_url') ?? '');
  back.searchParams.set('state', page.searchParams.get('state') ?? '');
  back.searchParams.set('code', 'any');
  const [theirCookie = ''] = (theirs.headers.get('set-cookie') ?? '').split(';');
  expect((await go(back.href, theirCookie)).status).toBe(400);
  const swapped = new URL(cast.ourPages.way);
  swapped.searchParams.set('state', forged(swapped.searchParams.get('state') ?? ''));
  expect((await go(swapped.href)).status).toBe(400);
  expect((await cast.ourPages.leading.view()).step).toBe('REDIRECT');
};

const PROBES: Readonly<Record<string, Probe>> = {
  generateCustomerAccessToken: async (operation) => {
    const body = {
      grant_type: 'client_credentials',
      client_id: cast.ours.credentials.client_id,
      client_secret: cast.theirs.credentials.client_secret,
    };
    expect(codeOf(await send(operation, { body }))).toEqual([401, 'UNAUTHORIZED']);
  },
  token: async () => {
    const { ourPages, ours, theirs, key } = cast;
    const { asking, asked } = ourPages;
    const body = {
      action_id: asked.action?.action_id,
      encrypted_credentials: sealFields({ otp: '123456' }, key),
    };
    expect((await asking.send({ method: 'POST', path: 'action', body })).status).toBe(200);
    await asking.reaches('CONNECTED');
    const code = async () => (await asking.result()).parameters['code'] ?? '';
    const { client_id: ourId } = ours.credentials;
    const { client_id: theirId } = theirs.credentials;
    for (const clientId of [ourId, theirId]) {
      expect((await exchange(await code(), theirs, clientId)).status).toBe(400);
    }
    expect((await exchange(await code(), ours, theirId)).status).toBe(400);
    const { parameters } = await asking.result();
    const pair = await exchange(await code(), ours, ourId);
    expect(pair.body.login_identity_id).toBe(parameters['login_identity_id']);
  },
  refreshToken: async (operation) => {
    const body = { refresh_token: cast.stranger.refreshToken };
    const foreign = await send(operation, { token: await cast.ours.accessToken(), body });
    expect(codeOf(foreign)).toEqual([400, 'INVALID_GRANT']);
    const token = await cast.theirs.accessToken();
    const answer = await send<AccessTokenResponse>(operation, { token, body });
    expect(answer.body.login_identity_id).toBe(cast.stranger.loginIdentityId);
  },
  getCredSubmitJwks: sameForAll(),
  getPaymentsJwks: sameForAll(),
  listInstitutions: sameForAll(),
  getInstitution: sameForAll('testbank'),
  getInstitutionsForCustomer: ofOwnCountries,
  generateLinkToken: async (operation) => {
    const order = {
      grant_type: 'client_credentials',
      response_type: 'code',
      response_mode: 'query',
      client_id: cast.ours.credentials.client_id,
      redirect_uri: REDIRECT_URI,
    };
    const token = await cast.ours.accessToken();
    const ask = (more: object) =>
      send<LinkTokenResponse>(operation, { token, body: { ...order, ...more } });
    const foreign = await ask({ login_identity_id: cast.stranger.loginIdentityId });
    const unknown = await ask({ login_identity_id: newId<Id<'LoginIdentity'>>(new Date()) });
    expect(codeOf(foreign)).toEqual([400, 'LOGIN_IDENTITY_NOT_FOUND']);
    expect(comparable(foreign)).toEqual(comparable(unknown));
    const { client_id: theirId } = cast.theirs.credentials;
    expect((await ask({ client_id: theirId, user_id: 'customer-1' })).status).toBe(400);
  },
  createLink: async (operation) => {
    const body = {
      institution_id: 'testbank',
      user_id: 'customer-42',
      consent: true,
      products_requested: ['ACCOUNTS'],
      store_credentials: false,
      encrypted_credentials: sealedLogin(cast.key),
      // No way to name one: a login of its own begins.
      login_identity_id: cast.stranger.loginIdentityId,
    };
    const answer = await send(operation, { token: await cast.ours.accessToken(), body });
    expect(answer.status).toBe(200);
    showsNothingOf(answer, [cast.mine, cast.sibling, cast.stranger]);
  },
  linkAction: loginById(() => ({
    action_id: cast.theirPages.asked.action?.action_id,
    encrypted_credentials: sealFields({ otp: '123456' }, cast.key),
  })),
  linkStatus: loginById(),
  relinkV2: loginById(() => ({ consent: true, encrypted_credentials: sealedLogin(cast.key) })),
  openHostedLinkSession: async (operation) => {
    const session = cast.theirPages.fresh.token;
    const { status } = await send<HostedLinkSession>(operation, { token: session, body: {} });
    expect(status).toBe(403);
  },
  extendHostedLinkSession: async (operation) => {
    const { ourPages } = cast;
    const answer = await send<HostedLinkSession>(operation, { token: ourPages.fresh.token });
    expect(answer.status).toBe(200);
    const link = answer.body.link.split('.');
    expect(link[0]).toBe(cast.ours.customerAppId);
  },
  getHostedLinkView: ownPage(),
  listHostedLinkInstitutions: ofOwnCountries,
  getHostedLinkConsent: ownPage('?institution_id=testbank'),
  startHostedLogin: async (operation) => {
    const { version, sha256 } = await cast.theirPages.fresh.consent('testbank');
    const body = {
      institution_id: 'testbank',
      consent: { version, sha256 },
      encrypted_credentials: sealedLogin(cast.key),
    };
    const answer = await send(operation, { token: cast.ourPages.fresh.token, body });
    expect(answer.status).toBe(400);
    expect((await cast.ourPages.fresh.view()).step).toBe('CHOOSING');
  },
  answerHostedAction: async (operation) => {
    const { asking, asked } = cast.theirPages;
    const body = {
      action_id: asked.action?.action_id,
      encrypted_credentials: sealFields({ otp: '123456' }, cast.key),
    };
    for (const page of [cast.ourPages.asking, cast.ourPages.fresh]) {
      const answer = await send(operation, { token: page.token, body });
      expect(codeOf(answer)).toEqual([400, 'LINK_ACTION_NOT_FOUND']);
    }
    expect((await asking.view()).action?.action_id).toBe(asked.action?.action_id);
  },
  finishHostedLink: async (operation) => {
    const answer = await send(operation, { token: cast.ourPages.fresh.token, body: {} });
    expect(codeOf(answer)).toEqual([400, 'INVALID_LOGIN_IDENTITY_STATUS']);
  },
  leaveHostedLink: async (operation) => {
    const { ourPages, theirPages } = cast;
    const left = await send(operation, { token: ourPages.leading.token, body: {} });
    expect(left.status).toBe(200);
    expect((await theirPages.leading.view()).step).toBe('REDIRECT');
    expect((await theirPages.asking.view()).step).toBe('ACTION');
  },
  startLinkInstitutionLogin: strangeBrowser,
  returnFromLinkInstitution: strangeBrowser,
  getLoginIdentity: own(),
  getLoginIdentityById: loginById(),
  getLoginIdentityHistory: loginById(),
  refreshLoginIdentity: async (operation) => {
    const { mine, sibling, stranger } = cast;
    const answer = await send<RefreshTokenResponse>(operation, {
      token: mine.token,
      body: { user_present: true, login_identity_id: stranger.loginIdentityId },
    });
    expect([answer.status, answer.body.login_identity_id]).toEqual([200, mine.loginIdentityId]);
    showsNothingOf(answer, [sibling, stranger]);
  },
  listAccounts: own(),
  getAccount: partOf('accountId'),
  getAccountNumber: partOf('accountId'),
  getBalanceHistory: partOf('accountId'),
  listCardDetails: own(),
  listTransactionsByLoginIdentityId: own(),
  listTransactionsByAccountId: partOf('accountId'),
  getStatements: own(),
  getStatement: partOf('statementId', '?redirect=false'),
  getCompositeStatement: own('?redirect=false'),
  getIdentity: own(),
  getIncomeEstimateByLoginIdentityId: own(),
  downloadStatementFile: async () => {
    const linkOf = async ({ token }: Owned) => {
      const path = '/composite_statement?redirect=false';
      const { url } = await system.api().call<{ url: string }>({ method: 'GET', path, token });
      return new URL(url);
    };
    const [mine, theirs] = [await linkOf(cast.mine), await linkOf(cast.stranger)];
    // The half that names the file, with the other's proof.
    const cut = Math.floor(mine.pathname.length / 2);
    const mixed = `${theirs.pathname.slice(0, cut)}${mine.pathname.slice(cut)}`;
    const answer = await system.bareApi().send({ method: 'GET', path: `${mixed}${mine.search}` });
    expect(codeOf(answer)).toEqual([400, 'STATEMENT_NOT_FOUND']);
  },
  deleteLoginIdentity: async (operation) => {
    const { sibling, mine, stranger } = cast;
    expect((await send(operation, { token: sibling.token })).status).toBe(200);
    for (const { token, loginIdentityId } of [mine, stranger]) {
      const left = await system.api().send({ method: 'GET', path: '/login_identity', token });
      expect(left.status).toBe(200);
      expect(left.text).toContain(loginIdentityId);
    }
    await eventually(async () => {
      const path = '/accounts';
      const gone = await system.api().send({ method: 'GET', path, token: sibling.token });
      return gone.status === 400;
    });
  },
};

it('the table of probes has a row for every operation of linking and of linked data', () => {
  expect(subjects.map(({ id }) => id).toSorted()).toEqual(Object.keys(PROBES).toSorted());
});

/** What uses things up comes last: the exchange of a code, leaving, deleting. */
const LAST = ['token', 'leaveHostedLink', 'deleteLoginIdentity'];
const rows = subjects
  .toSorted((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id))
  .map((operation): [string, Operation] => [operation.id, operation]);

describe('an app or a login without a right to the data gets nothing from', () => {
  it.each(rows)('%s', async (id, operation) => {
    expect.hasAssertions();
    await PROBES[id]?.(operation);
  });
});
