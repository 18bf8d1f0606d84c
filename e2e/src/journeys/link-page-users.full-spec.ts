/** @takes 40 s */
import { splitEvents } from '../clients/login-events.js';
import { RunningSystem } from '../system/running-system.js';
import { agrees, entersCode, links, logsIn, LinkingShop } from './link-page.fixture.js';

const BEGUN = 'AUTHENTICATION_INITIALIZED';
const ENTERED = 'AUTHENTICATION_OTP_ENTERED';
const LET_IN = [BEGUN, 'AUTHENTICATED'];
const WITH_ACCOUNTS = ['ACCOUNTS_RETRIEVED', 'DATA_RETRIEVAL_COMPLETE'];

let shop: LinkingShop;
beforeAll(async () => {
  shop = await LinkingShop.start(RunningSystem.open());
});
afterEach(() => shop.leave());
afterAll(() => shop?.stop());

describe('a user on the page of a link', () => {
  it('the user user_otp enters the code, and the events follow the steps of the page', async () => {
    const { user, returned } = await shop.open({ products_requested: ['ACCOUNTS'] });
    await links(user, 'user_otp');
    for (const code of ['111111', '123456']) await entersCode(user, code);
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    const [begun, accepted] = LET_IN;
    const reported = [begun, ENTERED, ENTERED, accepted, ...WITH_ACCOUNTS];
    expect(await shop.events(id, reported.length)).toEqual(reported);
  });

  it('the user user_otp is refused after the third wrong code', async () => {
    const { user, returned } = await shop.open();
    await links(user, 'user_otp');
    for (const code of ['000001', '000002', '000003']) await entersCode(user, code);
    await user.sees('Too many attempts');
    await user.page.locator('.step-foot button').click();
    expect(await returned()).toMatchObject({ error: 'TOO_MANY_ATTEMPTS' });
    const reported = [BEGUN, ENTERED, ENTERED, ENTERED, 'AUTHENTICATION_TOO_MANY_ATTEMPTS'];
    expect(await shop.events(await shop.lastLogin(), reported.length)).toEqual(reported);
  });

  it('the user user_slow sees the data arrive, and can leave before', async () => {
    const { user, returned } = await shop.open({ products_requested: ['ACCOUNTS', 'IDENTITY'] });
    await links(user, 'user_slow');
    await user.sees('Test Bank is linked');
    await user.reads('On its way');
    await user.reads('You need not wait: it continues without this page.');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    expect((await shop.settled(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const [login, products] = splitEvents(await shop.events(id, 5));
    expect([login, products]).toEqual([LET_IN, ['ACCOUNTS_RETRIEVED', 'IDENTITY_RETRIEVED']]);
  });

  it('the user user_large gets 100,000 transactions, each once', async () => {
    const { user, returned } = await shop.open({
      products_requested: ['ACCOUNTS', 'TRANSACTIONS'],
    });
    await links(user, 'user_large');
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    const { code = '', login_identity_id: id = '' } = await returned();
    const { access_token: token } = await shop.exchanged(code);
    expect((await shop.settled(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const page = await shop.merchant
      .withToken(token)
      .listTransactionsByLoginIdentityId({ query: { offset: 99999, limit: 2 } });
    expect([page.total_transactions, page.transactions.length]).toEqual([100_000, 1]);
    const reported = await shop.events(id, 6);
    expect([reported.slice(0, 2), reported.at(-1)]).toEqual([LET_IN, 'DATA_RETRIEVAL_COMPLETE']);
    expect(reported.slice(2, -1).toSorted()).toEqual([
      'ACCOUNTS_RETRIEVED',
      'HISTORICAL_TRANSACTIONS_RETRIEVED',
      'ONLINE_TRANSACTIONS_RETRIEVED',
    ]);
  });

  it('a user who chose testbank-unavailable reads that it is down, and the app gets an event', async () => {
    const { user, returned } = await shop.open({ institution_id: 'testbank-unavailable' });
    await agrees(user, 'usergood', 'Test Bank Unavailable');
    await user.sees('The bank cannot be reached');
    await user.page.locator('.step-foot button').click();
    expect(await returned()).toMatchObject({ error: 'INSTITUTION_UNAVAILABLE' });
    const reported = [BEGUN, 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION'];
    expect(await shop.events(await shop.lastLogin(), 2)).toEqual(reported);
  });

  it.each([
    ['user_locked', 'Too many attempts', 'TOO_MANY_ATTEMPTS', 'AUTHENTICATION_TOO_MANY_ATTEMPTS'],
    [
      'user_down',
      'The bank cannot be reached',
      'INSTITUTION_UNAVAILABLE',
      'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
    ],
  ])('%s reads what happened, and the app gets an event', async (userId, title, error, event) => {
    const { user, returned } = await shop.open();
    await links(user, userId);
    await user.sees(title);
    await user.page.locator('.step-foot button').click();
    expect(await returned()).toMatchObject({ error, state: 'state-1' });
    expect(await shop.events(await shop.lastLogin(), 2)).toEqual([BEGUN, event]);
  });

  it.each([
    [
      'user_partial',
      'Test Bank is linked',
      'Could not be read',
      ['ACCOUNTS_RETRIEVED', 'IDENTITY_PARTIALLY_RETRIEVED', 'STATEMENTS_RETRIEVAL_FAILED'],
    ],
    [
      'user_empty',
      'No data found',
      'None found',
      ['ACCOUNTS_NOT_FOUND', 'IDENTITY_RETRIEVED', 'STATEMENTS_NOT_FOUND'],
    ],
  ])('the user %s sees which data could not be read', async (userId, title, state, events) => {
    const { user } = await shop.open({
      products_requested: ['ACCOUNTS', 'IDENTITY', 'STATEMENTS'],
    });
    await links(user, userId);
    await user.sees(title);
    await user.reads(state);
    const reported = await shop.events(await shop.lastLogin(), 6);
    expect([reported.slice(0, 2), reported.at(-1)]).toEqual([LET_IN, 'DATA_RETRIEVAL_COMPLETE']);
    expect(reported.slice(2, -1).toSorted()).toEqual(events);
  });

  it('a user who types a wrong password gets the form again, and can then log in, also in Korean', async () => {
    const products = { products_requested: ['ACCOUNTS'] };
    const { user } = await shop.open({ institution_id: 'testbank', language: 'ko', ...products });
    await user.sees('확인 및 동의');
    await user.mainButton.click();
    await logsIn(user, 'usergood', 'wrong');
    await user.page.locator('#bank-password[aria-invalid="true"]').waitFor();
    await logsIn(user, 'usergood');
    await user.sees('Test Bank 연결 완료');
    const reported = [BEGUN, 'AUTHENTICATION_FAILED', ...LET_IN, ...WITH_ACCOUNTS];
    expect(await shop.events(await shop.lastLogin(), reported.length)).toEqual(reported);
  });
});
