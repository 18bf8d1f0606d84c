import type { ProductStatus } from '@towpath/contracts';
import { LANGUAGES } from '../../../shared/i18n/languages.js';
import { aLink, anOffer, OAUTH_BANK, TEST_BANK } from '../fakes.js';
import type { LinkView, ProductStatuses } from '../api/link-view.js';
import { LINK_TEXTS } from '../i18n/link-catalogue.js';
import { emptyFields, formsOf, loginValues, loginRequest, bankChoiceOf } from './login-form.js';
import { noticeTextOf } from './failure-of.js';
import { outcomeOf, progressOf } from './progress.js';
import { returnAddress } from '../hand-over.js';

const offer = anOffer();
const [form] = formsOf(offer);

describe('the login form of a bank', () => {
  it('sends a password as typed and trims every other field', () => {
    const typed = { user_id: ' ｕsergood ', password: ' p ', other: 'x' };
    expect(form && loginValues(form, typed)).toEqual({ user_id: 'usergood', password: ' p ' });
    expect(form && emptyFields(form, { user_id: ' ' })).toEqual(['user_id', 'password']);
  });

  it('begins with the usual login method, and names each method when there are several', () => {
    const [credentials] = TEST_BANK.login_methods ?? [];
    const pin = {
      id: 'pin',
      name: 'PIN',
      login_fields: [{ key: 'pin', name: 'PIN', type: 'number' }],
    };
    const methods = [pin, ...(credentials ? [credentials] : [])] as typeof TEST_BANK.login_methods;
    const forms = formsOf({ institution: { ...TEST_BANK, login_methods: methods } });
    expect(forms.map(({ method }) => method.id)).toEqual(['credentials', 'pin']);
    expect(forms[1] && loginValues(forms[1], { pin: ' ١ ' })).toEqual({
      pin: '1',
      login_method_id: 'pin',
    });
  });

  it('is missing when the bank has its own login page', () => {
    const institution = {
      ...TEST_BANK,
      user_type: ['BUSINESS' as const],
      login_methods: OAUTH_BANK.login_methods,
    };
    expect(formsOf({ institution })).toEqual([]);
    expect(bankChoiceOf(institution)).toMatchObject({ redirect: true, user_type: 'BUSINESS' });
    expect(bankChoiceOf({ ...TEST_BANK, login_methods: [] }).redirect).toBe(false);
  });
});

describe('the options sent with a login', () => {
  const consent = { version: 'link-1', sha256: 'a'.repeat(64) };
  it.each([
    ['OFF', false, { store_credentials: false, automatic_data_refresh: false }],
    ['OFF', true, { store_credentials: true, automatic_data_refresh: true }],
    ['FORCED_ON', false, { store_credentials: true }],
  ] as const)(
    'follow the refresh setting %s and the box ticked: %s',
    (setting, refresh, expected) => {
      const view = aLink({ automatic_data_refresh: setting });
      expect(loginRequest({ view, offer, agreed: { refresh } })).toEqual({
        institution_id: 'testbank',
        consent,
        ...expected,
      });
    },
  );

  it('are not sent in a refresh, which keeps what was agreed', () => {
    const view = aLink({ mode: 'REFRESH' });
    expect(loginRequest({ view, offer, agreed: null })).toEqual({ institution_id: 'testbank' });
  });
});

describe('a notice of the link page', () => {
  it.each(LANGUAGES)(
    'of an update does not say that nothing was linked, in %s',
    async (language) => {
      const texts = await LINK_TEXTS.load(language);
      const [phrase = ''] = texts.nothingLinked.split(/[.。]/);
      for (const notice of ['credentials', 'bank_not_offered', 'consent_changed'] as const) {
        const said = (mode: LinkView['mode']) =>
          noticeTextOf({ notice, view: aLink({ mode }) }, texts);
        expect([said('REFRESH'), said('RELINK')]).toEqual(
          Array(2).fill(texts.updateNotices[notice]),
        );
        expect(said('RELINK')).not.toContain(phrase);
        expect(said('LINK')).toContain(phrase);
      }
      const view = aLink({ mode: 'RELINK' });
      expect(noticeTextOf({ notice: 'not_sent', view }, texts)).toBe(texts.notices.not_sent);
    },
  );
});

describe('the progress of a linking', () => {
  const product = (status: ProductStatus) => ({ status });

  it('shows both kinds of transactions as one, still arriving while one is missing', () => {
    const statuses = {
      accounts: product('SUCCESS'),
      online_transactions: product('SUCCESS'),
      historical_transactions: product('IN_PROGRESS'),
      statements: undefined,
    };
    expect(progressOf(statuses)).toEqual([
      { product: 'accounts', state: 'READY' },
      { product: 'transactions', state: 'ARRIVING' },
    ]);
  });

  it.each([
    [[], 'arriving'],
    [['SUCCESS', 'UNKNOWN'], 'arriving'],
    [['SUCCESS', 'NOT_SUPPORTED'], 'complete'],
    [['SUCCESS', 'WARNING'], 'partial'],
    [['SUCCESS', 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION'], 'partial'],
    [['NOT_AVAILABLE', 'SUCCESS'], 'empty'],
    [['ERROR', 'ERROR'], 'empty'],
  ] as const)('with the product statuses %j is %s', (statuses, expected) => {
    const named = Object.fromEntries(
      statuses.map((status: ProductStatus, i) => [
        ['accounts', 'identity'][i] ?? 'payments',
        product(status),
      ]),
    );
    expect(outcomeOf(progressOf(named as ProductStatuses))).toBe(expected);
  });
});

describe('the address that a result is sent to', () => {
  const parameters = { code: 'a b', state: 's' };
  const to = (redirect_uri: string | undefined, response_mode: 'form_post' | 'query') =>
    returnAddress({ redirect_uri, response_mode, parameters });

  it.each([
    [
      'https://shop.example/back?x=1',
      'query',
      'get',
      'https://shop.example/back?x=1&code=a+b&state=s',
    ],
    ['https://shop.example/back', 'form_post', 'post', 'https://shop.example/back'],
    ['shopapp://back', 'form_post', 'get', 'shopapp://back?code=a+b&state=s'],
  ] as const)(
    'for the return address %s in mode %s has the right method and URL',
    (uri, mode, method, url) => {
      expect(to(uri, mode)).toEqual({ method, url });
    },
  );

  it.each([undefined, 'javascript:alert(1)', 'data:text/html,x', 'not an address'])(
    'is missing for %j',
    (uri) => expect(to(uri, 'query')).toBeNull(),
  );
});
