import { agreeTerms, type RequestedTerms } from './payment-link-terms.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const test = { appType: 'TEST', now } as const;
const live = { appType: 'LIVE', now } as const;

const payment: RequestedTerms = {
  uniqueReferenceId: 'order-1',
  mode: 'PAYMENT',
  currency: 'HKD',
  amount: 100,
  description: 'Rent',
  externalTransactionReference: 'INV-1',
  language: null,
  uiMode: null,
  redirectUri: null,
  setupOptions: null,
  metadata: null,
  paymentMetadata: { order: '1' },
  integrationMetadata: null,
};
const setup: RequestedTerms = {
  ...payment,
  mode: 'SETUP',
  amount: null,
  description: null,
  externalTransactionReference: null,
  setupOptions: { future_payments: 'AUTOPAY' },
};

const customized = (members: Partial<RequestedTerms>): RequestedTerms => ({
  ...payment,
  ...members,
});

describe('terms of a payment link', () => {
  it('are completed with the defaults of the page', () => {
    expect(agreeTerms(payment, test)).toMatchObject({
      language: 'en',
      uiMode: 'standalone',
      redirectUri: null,
    });
  });

  it('return the payer when an address is given', () => {
    const asked = customized({ redirectUri: 'https://shop.example/back' });
    expect(agreeTerms(asked, live).uiMode).toBe('redirect');
  });

  it('ignore payment metadata in mode SETUP', () => {
    expect(agreeTerms(setup, test).paymentMetadata).toBeNull();
  });

  it('accept payment details in mode SETUP', () => {
    const { description, externalTransactionReference } = payment;
    const details = { description, externalTransactionReference };
    expect(agreeTerms({ ...setup, ...details }, test)).toMatchObject(details);
  });

  it('accept loopback return addresses of test apps', () => {
    const asked = customized({ redirectUri: 'http://127.0.0.1:8090/callback' });
    expect(agreeTerms(asked, test).redirectUri).toBe('http://127.0.0.1:8090/callback');
    expect(() => agreeTerms(asked, live)).toThrow('link_customizations.redirect_uri');
  });

  it.each(['http://shop.example/x', 'ftp://shop.example', '/back', 'https://u:p@shop.example'])(
    'refuse %s as a return address',
    (redirectUri) => {
      expect(() => agreeTerms(customized({ redirectUri }), test)).toThrow(
        'link_customizations.redirect_uri',
      );
    },
  );

  it.each<[string, RequestedTerms]>([
    ['currency', { ...payment, currency: 'HKX' }],
    ['amount', { ...payment, amount: null }],
    ['amount', { ...setup, amount: 100 }],
    ['payment_details', { ...payment, description: null }],
    ['link_customizations.redirect_uri', customized({ uiMode: 'redirect' })],
    ['link_customizations.redirect_uri', customized({ uiMode: 'auto_redirect' })],
    ['payment_setup_options', { ...setup, setupOptions: null }],
    ['payment_setup_options.future_payments', { ...setup, setupOptions: {} }],
  ])('name %s when it breaks a rule', (member, asked) => {
    expect(() => agreeTerms(asked, test)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        explanation: expect.stringMatching(`^${member} must`),
      }),
    );
  });

  it.each([
    [{ start_date: '2026-02-28' }, 'start_date'],
    [{ end_date: '2026-02-28' }, 'end_date'],
    [{ start_date: '2026-03-05', end_date: '2026-03-04' }, 'end_date'],
  ])('refuse mandate dates %j', (mandate_details, member) => {
    const asked = { ...setup, setupOptions: { ...setup.setupOptions, mandate_details } };
    expect(() => agreeTerms(asked, test)).toThrow(`mandate_details.${member} must`);
  });

  it('accept mandate dates from today on, the last day included', () => {
    const mandate_details = { start_date: '2026-03-01', end_date: '2026-03-01' };
    const asked = { ...setup, setupOptions: { ...setup.setupOptions, mandate_details } };
    expect(agreeTerms(asked, test).setupOptions?.mandate_details).toEqual(mandate_details);
  });

  it('require the prefilled value of a displayed enrollment screen', () => {
    const screen = { display_enrollment_screen: true };
    const setupOptions = { ...setup.setupOptions, autopay_enrollment_configuration: screen };
    expect(() => agreeTerms({ ...setup, setupOptions }, test)).toThrow('enrollment_prefill_value');
  });
});
