import { stripeFieldsUrl, stripeTerms, type StripeOrder } from './page-options.js';

const PAYMENT: StripeOrder = { purpose: 'PAYMENT', amount: 12_500, currency: 'HKD', store: false };

/** The name of an option of the page, and of the parameter that must say the same. */
const SAME_IN_PAYMENT = {
  amount: 'amount',
  currency: 'currency',
  captureMethod: 'capture_method',
  setupFutureUsage: 'setup_future_usage',
  allowedPaymentMethodTypes: 'allowed_payment_method_types',
};
/** A set-up intent has no currency: the page's only chooses the cards that it shows. */
const SAME_IN_SETUP = {
  setupFutureUsage: 'usage',
  allowedPaymentMethodTypes: 'allowed_payment_method_types',
};

describe('what the page says of an order', () => {
  it.each<[string, StripeOrder, object]>([
    ['a payment', PAYMENT, { mode: 'payment', amount: 12_500, setupFutureUsage: null }],
    [
      'a payment that stores its card',
      { ...PAYMENT, store: true },
      { mode: 'payment', amount: 12_500, setupFutureUsage: 'off_session' },
    ],
    [
      'a set-up',
      { ...PAYMENT, purpose: 'SETUP', amount: 0, store: true },
      { mode: 'setup', setupFutureUsage: 'off_session' },
    ],
    [
      'a payment with a surcharge',
      { ...PAYMENT, amount: 12_500 + 342 },
      { mode: 'payment', amount: 12_842, setupFutureUsage: null },
    ],
  ])('is what the server says of it: %s', (_what, order, shown) => {
    const terms = stripeTerms(order);
    const page: Readonly<Record<string, unknown>> = { ...terms.page };
    const intent: Readonly<Record<string, unknown>> = { ...terms.intent };
    expect(page).toMatchObject({ ...shown, currency: 'hkd', allowedPaymentMethodTypes: ['card'] });
    const same = order.purpose === 'SETUP' ? SAME_IN_SETUP : SAME_IN_PAYMENT;
    for (const [option, parameter] of Object.entries(same)) {
      expect([option, page[option] ?? undefined]).toEqual([option, intent[parameter]]);
    }
    const left = Object.keys(page).filter((option) => !Object.hasOwn(same, option));
    expect(left).toEqual(order.purpose === 'SETUP' ? ['mode', 'currency'] : ['mode']);
    const unsaid = Object.keys(intent).filter((name) => !Object.values(same).includes(name));
    expect(unsaid).toEqual([]);
  });

  it('takes the money of a payment only when we capture it', () => {
    expect(stripeTerms(PAYMENT).intent).toMatchObject({ capture_method: 'manual' });
  });
});

describe('the URL of the card fields', () => {
  const page = {
    fieldsUrl: 'https://fields.example.com/',
    link: 'APP.LINK',
    language: 'zh-HK',
    publishableKey: 'pk_test_1',
    gatewayAccount: 'acct_1',
  };

  it('has what needs fresh fields in its query, and the options where no server sees them', () => {
    const options = stripeTerms(PAYMENT).page;
    const url = new URL(stripeFieldsUrl(page, options));
    expect(`${url.origin}${url.pathname}`).toBe('https://fields.example.com/fields/stripe');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      link: 'APP.LINK',
      lang: 'zh-HK',
      key: 'pk_test_1',
      account: 'acct_1',
    });
    expect(JSON.parse(decodeURIComponent(url.hash.slice(1)))).toEqual(options);
  });

  it('differs behind the # only when the amount changes', () => {
    const [before, after] = [12_500, 12_842].map((amount) => {
      const { page: options } = stripeTerms({ ...PAYMENT, amount });
      return stripeFieldsUrl({ ...page, gatewayAccount: null }, options).split('#');
    });
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[0]).not.toContain('account');
    expect(after?.[1]).not.toBe(before?.[1]);
  });
});
