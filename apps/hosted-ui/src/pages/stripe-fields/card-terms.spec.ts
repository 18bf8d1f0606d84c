import { cardTermsIn, fieldsAddressIn, stripeLocale } from './card-terms.js';

const PAYMENT = {
  mode: 'payment',
  amount: 12_842,
  currency: 'hkd',
  captureMethod: 'manual',
  setupFutureUsage: 'off_session',
  allowedPaymentMethodTypes: ['card'],
};
const SETUP = {
  mode: 'setup',
  currency: 'hkd',
  setupFutureUsage: 'off_session',
  allowedPaymentMethodTypes: ['card'],
};
const encoded = (terms: unknown) => encodeURIComponent(JSON.stringify(terms));

describe('the terms of card fields', () => {
  it.each([[PAYMENT], [{ ...PAYMENT, setupFutureUsage: null }], [SETUP]])(
    'are what the server wrote: %j',
    (terms) => {
      expect(cardTermsIn(encoded(terms))).toEqual(terms);
    },
  );

  it('are for cards that we capture, whatever else an address says', () => {
    const changed = {
      ...PAYMENT,
      allowedPaymentMethodTypes: ['klarna'],
      captureMethod: 'automatic',
      paymentMethodCreation: 'manual',
    };
    expect(cardTermsIn(encoded(changed))).toEqual(PAYMENT);
  });

  it.each([
    '',
    '%',
    'no-json',
    encoded(null),
    encoded({ ...PAYMENT, mode: 'subscription' }),
    encoded({ ...PAYMENT, amount: undefined }),
    encoded({ ...PAYMENT, amount: '12842' }),
    encoded({ ...PAYMENT, currency: 7 }),
  ])('are none in %j', (text) => {
    expect(cardTermsIn(text)).toBeNull();
  });
});

describe('the address of card fields', () => {
  const address = 'https://fields.example/fields/stripe?link=APP.LINK&lang=zh-HK';

  it("names the account whose charge it is, and the payer's language", () => {
    const read = fieldsAddressIn(`${address}&key=pk_live_1&account=acct_1#${encoded(SETUP)}`);
    expect(read).toEqual({
      publishableKey: 'pk_live_1',
      account: 'acct_1',
      language: 'zh-HK',
      terms: SETUP,
    });
    expect(fieldsAddressIn(`${address}&key=pk_live_1#${encoded(SETUP)}`)?.account).toBeNull();
  });

  it.each([`${address}#${encoded(SETUP)}`, `${address}&key=sk_live_1#${encoded(SETUP)}`])(
    'is none without a publishable key: %s',
    (href) => {
      expect(fieldsAddressIn(href)).toBeNull();
    },
  );

  it.each([
    ['zh-CN', 'zh'],
    ['zh-HK', 'zh-HK'],
    ['vi', 'vi'],
    ['xx', 'en'],
  ])('in %s is in the locale %s of Stripe', (language, locale) => {
    expect(stripeLocale(language)).toBe(locale);
  });
});
