import { splitEvents } from '../clients/login-events.js';
import { RunningSystem } from '../system/running-system.js';
import { entersCode, links, LinkingShop } from './link-page.fixture.js';

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
  it('a user finds the bank, agrees and logs in, and the app gets a code that works once', async () => {
    const { user, returned } = await shop.open();
    await links(user, 'usergood');
    await user.sees('Test Bank is linked');
    await user.reads('has received the data that you agreed to.');
    await user.mainButton.click();
    const { code = '', state, login_identity_id: id = '' } = await returned();
    expect(state).toBe('state-1');
    const tokens = await shop.exchanged(code);
    expect(tokens.login_identity_id).toBe(id);
    expect((await shop.settled(id)).status).toBe('DATA_RETRIEVAL_COMPLETE');
    const reported = await shop.events(id, 12);
    const [login, products] = splitEvents(reported);
    expect([reported.at(-1), login]).toEqual(['DATA_RETRIEVAL_COMPLETE', LET_IN]);
    expect(products).toEqual(['ACCOUNTS_RETRIEVED', 'IDENTITY_RETRIEVED', 'STATEMENTS_RETRIEVED']);
    await expect(shop.exchanged(code)).rejects.toThrow(/INVALID_GRANT/);
  });

  it('a user chooses a device, mistypes a code, and can then log in', async () => {
    const { user, returned } = await shop.open({ products_requested: ['ACCOUNTS'] });
    await links(user, 'user_device');
    await user.sees('Choose a device');
    await user.page.getByRole('radio').first().check();
    await user.mainButton.click();
    await entersCode(user, '000000');
    await user.reads('That code is not right.');
    await entersCode(user, '123456');
    await user.sees('Test Bank is linked');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    const [begun, accepted] = LET_IN;
    const answered = [ENTERED, ENTERED, ENTERED];
    const reported = [begun, ...answered, accepted, ...WITH_ACCOUNTS];
    expect(await shop.events(id, reported.length)).toEqual(reported);
  });

  it('a user who chose testbank-oauth signs in on the page of the bank and comes back', async () => {
    const { user, returned } = await shop.open({
      institution_id: 'testbank-oauth',
      products_requested: ['ACCOUNTS'],
    });
    await user.sees('Check and agree');
    await user.mainButton.click();
    await user.page.locator('[name="user_id"]').fill('usergood');
    await user.page.locator('[name="password"]').fill('datagood');
    await user.presses('Approve');
    await user.sees('Test Bank OAuth is linked');
    await user.mainButton.click();
    const { login_identity_id: id = '' } = await returned();
    const [begun, accepted] = LET_IN;
    const reported = [begun, ENTERED, accepted, ...WITH_ACCOUNTS];
    expect(await shop.events(id, reported.length)).toEqual(reported);
  });

  it('a user who presses cancel returns to the app with access_denied', async () => {
    const { user, returned } = await shop.open();
    await user.sees('Choose your bank');
    await user.presses('Cancel');
    expect(await returned()).toMatchObject({ error: 'access_denied', state: 'state-1' });
  });
});
