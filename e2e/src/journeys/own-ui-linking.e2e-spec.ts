/** @proves getCredSubmitJwks, createLink, linkAction, linkStatus @takes 20 s */
import { ALL_SCOPES, type Jwk } from '@towpath/contracts';
import { TowpathError, type LoginIdentity } from '@towpath/sdk';
import { eventually, sealFields, type Merchant } from '@towpath/testing';
import { loginEvents, splitEvents } from '../clients/login-events.js';
import { RunningSystem } from '../system/running-system.js';

/** Nothing listens there: the feed shows every event, and in which order. */
const NOWHERE = 'http://127.0.0.1:9/hook';
const DEADLINE = { deadlineMs: 120_000 };
const LET_IN = ['AUTHENTICATION_INITIALIZED', 'AUTHENTICATED'];

const system = RunningSystem.open();
let shop: Merchant;
let key: Jwk;

/** One end-user who links in the user interface of the shop. */
class User {
  private constructor(readonly id: string) {}

  private get path() {
    return { loginIdentityId: this.id };
  }

  static async links(userId: string, more: object = {}): Promise<User> {
    const { login_identity: identity } = await shop.createLink({
      body: {
        institution_id: 'testbank',
        user_id: `end-user of ${userId}`,
        consent: true,
        products_requested: ['ACCOUNTS', 'STATEMENTS', 'IDENTITY'],
        store_credentials: false,
        encrypted_credentials: sealed({ user_id: userId, password: 'datagood' }),
        ...more,
      },
    });
    return new User(identity.login_identity_id);
  }

  status() {
    return shop.linkStatus({ path: this.path });
  }

  /** The action that follows `previous`. */
  asked(previous = '') {
    return eventually(async () => {
      const { action } = await this.status();
      return action && action.action_id !== previous ? action : undefined;
    }, DEADLINE);
  }

  async answers(fields: Fields, previous = ''): Promise<string> {
    const { action_id: actionId } = await this.asked(previous);
    const body = { action_id: actionId, encrypted_credentials: sealed(fields) };
    await shop.linkAction({ path: this.path, body });
    return actionId;
  }

  ends(status: string): Promise<LoginIdentity> {
    let last = '';
    const deadline = { ...DEADLINE, describe: () => `${status} of a login that is ${last}` };
    return eventually(async () => {
      const { login_identity: now } = await shop.getLoginIdentityById({ path: this.path });
      last = now.status;
      return now.status === status ? now : undefined;
    }, deadline);
  }

  async refused(): Promise<string | undefined> {
    await this.ends('ERROR');
    const refusal = await this.status().catch((error: unknown) => error);
    return refusal instanceof TowpathError ? refusal.errorCode : undefined;
  }

  /** Types of its events as they were sent, once there are so many. */
  events(count: number): Promise<string[]> {
    return loginEvents(shop, { id: this.id, count });
  }
}

type Fields = Readonly<Record<string, string>>;

const sealed = (fields: Fields) => sealFields(fields, key);

beforeAll(async () => {
  shop = await system.newShop({ scopes: ALL_SCOPES });
  await shop.createWebhookEndpoint({ body: { url: NOWHERE } });
  key = await shop.linkKey();
});

describe("a login in the shop's own user interface", () => {
  it.each(['usergood', 'user_slow'])('the user %s is linked with all products', async (userId) => {
    const user = await User.links(userId);
    await user.ends('DATA_RETRIEVAL_COMPLETE');
    expect((await user.status()).success).toMatchObject({ login_identity_id: user.id });
    const reported = await user.events(6);
    const [events, products] = splitEvents(reported);
    expect([reported.at(-1), events]).toEqual(['DATA_RETRIEVAL_COMPLETE', LET_IN]);
    expect(products).toEqual(['ACCOUNTS_RETRIEVED', 'IDENTITY_RETRIEVED', 'STATEMENTS_RETRIEVED']);
  });

  it('the user user_otp gets another code request after a wrong code', async () => {
    const user = await User.links('user_otp');
    const first = await user.answers({ otp: '000000' });
    const again = await user.asked(first);
    expect(again.messages.map(({ type }) => type)).toContain('ERROR');
    await user.answers({ otp: '123456' }, first);
    await user.ends('DATA_RETRIEVAL_COMPLETE');
    const [events] = splitEvents(await user.events(8));
    const entered = ['AUTHENTICATION_OTP_ENTERED', 'AUTHENTICATION_OTP_ENTERED'];
    expect(events).toEqual(['AUTHENTICATION_INITIALIZED', ...entered, 'AUTHENTICATED']);
  });

  it('the user user_otp is refused at the third wrong code', async () => {
    const user = await User.links('user_otp');
    let last = '';
    for (const otp of ['000001', '000002', '000003']) last = await user.answers({ otp }, last);
    expect(await user.refused()).toBe('TOO_MANY_ATTEMPTS');
    expect((await user.events(5)).at(-1)).toBe('AUTHENTICATION_TOO_MANY_ATTEMPTS');
  });

  it('the user user_device chooses a device, then enters a code', async () => {
    const user = await User.links('user_device');
    const action = await user.asked();
    expect([action.name, action.fields[0]?.type]).toEqual(['DEVICE_SELECTION', 'SELECT']);
    const device = action.fields[0]?.options?.[0]?.value ?? '';
    const chosen = await user.answers({ device });
    expect((await user.asked(chosen)).name).toBe('MOBILE_OTP');
    await user.answers({ otp: '123456' }, chosen);
    await user.ends('DATA_RETRIEVAL_COMPLETE');
    const [events] = splitEvents(await user.events(8));
    const answered = ['AUTHENTICATION_OTP_ENTERED', 'AUTHENTICATION_OTP_ENTERED'];
    expect(events).toEqual(['AUTHENTICATION_INITIALIZED', ...answered, 'AUTHENTICATED']);
  });

  it.each([
    ['user_locked', 'TOO_MANY_ATTEMPTS', 'AUTHENTICATION_TOO_MANY_ATTEMPTS'],
    [
      'user_down',
      'INSTITUTION_UNAVAILABLE',
      'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
    ],
    ['anybody', 'CREDENTIALS_INVALID', 'AUTHENTICATION_FAILED'],
  ])('the user %s is refused: %s', async (userId, code, event) => {
    const user = await User.links(userId);
    expect(await user.refused()).toBe(code);
    expect(await user.events(2)).toEqual(['AUTHENTICATION_INITIALIZED', event]);
  });

  it('the user user_partial gets the available data', async () => {
    const user = await User.links('user_partial');
    const { product_status: products } = await user.ends('DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL');
    expect(products).toMatchObject({
      accounts: { status: 'SUCCESS' },
      statements: { status: 'ERROR' },
      identity: { status: 'WARNING' },
    });
    const [, reported] = splitEvents(await user.events(6));
    expect(reported).toEqual([
      'ACCOUNTS_RETRIEVED',
      'IDENTITY_PARTIALLY_RETRIEVED',
      'STATEMENTS_RETRIEVAL_FAILED',
    ]);
  });

  it('the user user_empty has no accounts', async () => {
    const user = await User.links('user_empty', { products_requested: ['ACCOUNTS'] });
    const [events, products] = splitEvents(await user.events(3));
    expect([events, products]).toEqual([LET_IN, ['ACCOUNTS_NOT_FOUND']]);
  });
});

describe('other institutions', () => {
  it('the institution testbank-oauth takes the login on its own page', async () => {
    const more = { institution_id: 'testbank-oauth', encrypted_credentials: sealed({}) };
    const user = await User.links('', { ...more, products_requested: ['ACCOUNTS'] });
    const [message] = (await user.asked()).messages;
    const left = await fetch(message?.value ?? '', { redirect: 'manual' });
    const [cookie = ''] = (left.headers.get('set-cookie') ?? '').split(';');
    const page = new URL(left.headers.get('location') ?? '');
    const decided = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        decision: 'approve',
        user_id: 'usergood',
        password: 'datagood',
      }),
    });
    const way = new URL(decided.headers.get('location') ?? '', page);
    const back = way.searchParams.get('return_url') ?? '';
    expect((await fetch(back, { redirect: 'manual', headers: { cookie } })).status).toBe(303);
    await user.ends('DATA_RETRIEVAL_COMPLETE');
    const [events] = splitEvents(await user.events(4));
    expect(events).toEqual([LET_IN[0], 'AUTHENTICATION_OTP_ENTERED', LET_IN[1]]);
  });

  it('the institution testbank-unavailable is always down', async () => {
    const user = await User.links('usergood', { institution_id: 'testbank-unavailable' });
    expect(await user.refused()).toBe('INSTITUTION_UNAVAILABLE');
  });
});

describe('an operator, while users log in', () => {
  const published = async () => {
    const { keys } = await shop.getCredSubmitJwks();
    return keys.map(({ kid }) => kid ?? '');
  };

  it('an operator rotates and distrusts link keys', async () => {
    const before = await published();
    await system.cli(['link-key', 'rotate']);
    const [fresh = ''] = await eventually(async () => {
      const added = (await published()).filter((kid) => !before.includes(kid));
      return added.length > 0 && added;
    });
    await system.cli(['link-key', 'distrust', '--reason', 'a test', '--', fresh]);
    await eventually(async () => !(await published()).includes(fresh));
    // What was encrypted to the key before is still read.
    const user = await User.links('usergood', { products_requested: ['ACCOUNTS'] });
    await user.ends('DATA_RETRIEVAL_COMPLETE');
  });

  it('an operator encrypts the data keys anew, and the data stays readable', async () => {
    const more = { products_requested: ['ACCOUNTS'], store_credentials: true };
    const user = await User.links('usergood', more);
    await user.ends('DATA_RETRIEVAL_COMPLETE');
    expect(await system.cli(['personal-data-keys', 'rewrap'])).toMatchObject({
      rewrapped: { 'account-data': expect.any(Number) as number },
    });
    const { success } = await user.status();
    const token = success?.access_token ?? '';
    await shop.withToken(token).refreshLoginIdentity({ body: {} });
    const reported = await user.events(8);
    expect(reported.filter((type) => type === 'DATA_RETRIEVAL_COMPLETE')).toHaveLength(2);
  });
});
