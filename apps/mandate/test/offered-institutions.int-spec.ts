import { jest } from '@jest/globals';
import type { Institution } from '@towpath/contracts';
import type { HostedInstitutionsResponse, HostedMandateView } from '@towpath/contracts/mandate';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { HostedPayer, MandatePayer, paymentOrder } from '@towpath/testing';
import { AuthorizingShop, codeOf, type Refusal } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

// The whole system: the gateway brings the tokens of mandates to those who keep their sessions.
let system: RunningSystem;
let shop: AuthorizingShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system);
});

const TEST_ONES = ['testbank', 'testbank-business', 'testbank-oauth', 'testbank-unavailable'];

const asked = <T = Institution[]>(token: string, query = '') =>
  shop.api.send<T>({ method: 'GET', path: `/institutions/customer${query}`, token });

async function offered({ token }: { readonly token: string }, query = ''): Promise<string[]> {
  const { status, body } = await asked(token, query);
  expect(status).toBe(200);
  return body.map(({ institution_id: id }) => id).toSorted();
}

describe('GET /institutions/customer with the token of a mandate', () => {
  it.each<[object, string[]]>([
    [{ link_mode: 'test' }, TEST_ONES],
    [{ link_mode: 'test', user_type: ['BUSINESS'] }, ['testbank-business']],
    [{ link_mode: 'test', countries: ['USA'] }, []],
    [{ link_mode: 'test', products_supported: ['NONE'] }, []],
  ])('lists what the link %j offers, with either token', async (filters, ids) => {
    for (const [payer] of [await shop.hostedPayer(filters), await shop.payer(filters)]) {
      expect(await offered(payer)).toEqual(ids);
      for (const id of TEST_ONES.filter((each) => !ids.includes(each))) {
        expect(codeOf(await payer.select<Refusal>(id))).toEqual([400, 'INSTITUTION_NOT_FOUND']);
      }
      for (const id of ids) expect((await payer.select(id)).status).toBe(200);
    }
  });

  it('lists whole institutions, without those that lack mandates or the currency', async () => {
    const [{ token }] = await shop.payer();
    const { body, headers } = await asked(token);
    expect(body.length).toBeGreaterThan(TEST_ONES.length);
    expect(headers.get('content-encoding')).toBe('gzip');
    for (const { payment_info: info, login_methods: methods } of body) {
      expect(info?.payments_supported).toContain('MANDATE');
      expect(info?.currencies_supported).toContain('HKD');
      expect(methods?.length).toBeGreaterThan(0);
    }
  });

  it('can be narrowed by its page and never widened', async () => {
    const [payer] = await shop.payer({ link_mode: 'test', user_type: ['INDIVIDUAL'] });
    expect(await offered(payer, '?search=tset%20bank%20oauht')).toContain('testbank-oauth');
    expect(await offered(payer, '?search=')).toEqual(await offered(payer));
    expect(await offered(payer, '?institution_id=testbank,testbank-business')).toEqual([
      'testbank',
    ]);
    expect(await offered(payer, '?user_type=BUSINESS')).toEqual([]);
    expect(await offered(payer, '?countries=USA')).toEqual([]);
  });

  it('lists only the bank of the paying account, whatever the link offers', async () => {
    const { merchant, accountId } = shop;
    const named = { external_user_id: `known-${process.pid}`, name: 'Chan Tai Man' };
    const { user_id } = await merchant.createPaymentUser({ body: named });
    const { account_id } = await merchant.createPaymentAccount({
      body: {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: 'CHAN TAI MAN',
        institution_id: 'testbank',
        user_id,
        account_number: { type: 'LOCAL', number: '012-345-678833' },
      },
    });
    const { mandate_id: id } = await merchant.createMandateForExistingSender({
      body: {
        recipient_account: { account_id: accountId },
        sender_account: { account_id },
        mandate_details: { currency: 'HKD' },
      },
    });
    const { body } = await shop.link(id, { countries: ['USA'] });
    const payer = new MandatePayer(shop.api, body.access_token);
    expect(await offered(payer)).toEqual(['testbank']);
    expect(await offered(payer, '?institution_id=testbank-oauth')).toEqual([]);
    const page = (query: string) =>
      shop.api.call<HostedInstitutionsResponse>({
        method: 'GET',
        path: `/mandates/hosted/institutions${query}`,
        token: payer.token,
      });
    for (const query of ['', '?query=tset%20bank&limit=100']) {
      const { institutions } = await page(query);
      expect(institutions.map((each) => each.institution_id)).toEqual(['testbank']);
    }
    expect((await page('?query=oauth')).institutions).toEqual([]);
    expect(codeOf(await payer.select<Refusal>('testbank-oauth'))).toEqual([400, 'INVALID_REQUEST']);
    const view = { method: 'GET' as const, path: '/mandates/hosted/view' };
    const known = await shop.api.call<HostedMandateView>({ ...view, token: payer.token });
    expect(known).toMatchObject({
      institution: { institution_id: 'testbank' },
      institution_fixed: true,
    });
    const [{ token }] = await shop.hostedPayer({ institution_id: 'testbank' });
    const chosen = await shop.api.call<HostedMandateView>({ ...view, token });
    expect(chosen.institution_fixed).toBe(false);
  });

  it.each([
    ['?countries=Hongkong', 'countries'],
    ['?user_type=ROBOT', 'user_type'],
    ['?institution_status=GONE', 'institution_status'],
    ['?products_supported=MAGIC', 'products_supported'],
    [`?search=${'x'.repeat(101)}`, 'search'],
  ])('refuses %s', async (query, field) => {
    const [{ token }] = await shop.payer();
    const refused = await asked<Refusal>(token, query);
    expect(codeOf(refused)).toEqual([400, 'INVALID_REQUEST']);
    expect(refused.text).toContain(field);
  });

  it('refuses customer apps and sessions that are no longer kept', async () => {
    const none = await shop.api.send<Refusal>({ method: 'GET', path: '/institutions/customer' });
    expect(none.status).toBe(401);
    const [{ token }, id] = await shop.payer();
    await shop.query('worker', 'DELETE FROM mandate_sessions WHERE mandate_id = $1', [id]);
    expect(codeOf(await asked<Refusal>(token))).toEqual([401, 'UNAUTHORIZED']);
  });
});

it('a payment page still lists its own institutions', async () => {
  const link = await shop.merchant.createPaymentLink({ body: paymentOrder() });
  const { token } = await HostedPayer.open(shop.api, link.url ?? '');
  expect(await offered({ token }, '?institution_id=testbank')).toEqual(['testbank']);
});
