import { complaintsOf } from './complaints.fixture.js';
import { CreatePaymentLinkRequest } from './payment-link/payment-link.dto.js';

const payment = {
  mode: 'PAYMENT',
  currency: 'HKD',
  unique_reference_id: 'order-1001',
  sender: { external_user_id: 'customer-42', name: 'Chan Tai Man' },
  amount: 12500,
  payment_details: { description: 'Order 1001', external_transaction_reference: 'INV-1001' },
};
const setup = {
  mode: 'SETUP',
  currency: 'HKD',
  unique_reference_id: 'setup-1001',
  sender: payment.sender,
  payment_setup_options: { future_payments: 'AUTOPAY' },
};
const wrong = (source: object) => complaintsOf(CreatePaymentLinkRequest, source);
const options = (extra: object) => ({
  ...setup,
  payment_setup_options: { future_payments: 'AUTOPAY', ...extra },
});
const page = (link_customizations: object) => ({ ...payment, link_customizations });

describe('the request to create a payment link', () => {
  it('accepts the smallest request of either mode', () => {
    expect(wrong(payment)).toEqual({});
    expect(wrong(setup)).toEqual({});
  });

  it('accepts every member at its limit', () => {
    expect(
      wrong({
        ...payment,
        unique_reference_id: 'u'.repeat(255),
        amount: 1,
        sender: { external_user_id: 'e', name: 'n', email: 'tm@example.com' },
        payment_details: {
          description: 'd'.repeat(100),
          external_transaction_reference: 'r'.repeat(35),
        },
        link_customizations: { language: 'zh', ui_mode: 'standalone' },
        metadata: Object.fromEntries(Array.from({ length: 20 }, (_none, i) => [`k${i}`, ''])),
        payment_metadata: { ['k'.repeat(50)]: 'v'.repeat(1000) },
        integration_metadata: {
          integration_id: 'EXT',
          ext_metadata: {
            corp_code: 'c',
            s_location_code: 's',
            tenant_id: 't',
            account_token: 'a',
            i_anniv_days: 31,
            unit_type_id: 'u',
          },
        },
        unknown: 'ignored',
      }),
    ).toEqual({});
  });

  it('treats null as absent', () => {
    expect(wrong({ ...setup, amount: null, payment_details: null, metadata: null })).toEqual({});
    expect(wrong({ ...payment, amount: null })).toEqual({
      amount: 'amount is required when mode is PAYMENT',
    });
  });

  it.each([
    [{ ...payment, amount: undefined }, 'amount is required when mode is PAYMENT'],
    [{ ...setup, amount: 100 }, 'amount is not allowed when mode is SETUP'],
    [
      { ...payment, payment_details: undefined },
      'payment_details is required when mode is PAYMENT',
    ],
    [
      { ...setup, payment_setup_options: undefined },
      'payment_setup_options is required when mode is SETUP',
    ],
    [
      { ...setup, payment_setup_options: {} },
      'payment_setup_options must have future_payments when mode is SETUP',
    ],
    [
      page({ ui_mode: 'redirect' }),
      'redirect_uri is required when ui_mode is redirect or auto_redirect',
    ],
    [
      options({ autopay_enrollment_configuration: { display_enrollment_screen: true } }),
      'enrollment_prefill_value is required when display_enrollment_screen is true',
    ],
    [
      options({
        mandate_details: {
          transaction_limits: { max_transaction_amount: 1, max_period_count: 1 },
        },
      }),
      'period is required when max_period_amount or max_period_count is given',
    ],
    [
      options({ mandate_details: { start_date: '2026-03-02', end_date: '2026-03-01' } }),
      'end_date must not be before start_date',
    ],
  ])('refuses a combination of members: %#', (source, message) => {
    expect(Object.values(wrong(source))).toEqual([message]);
  });

  it.each([
    [{ ...payment, payment_setup_options: {} }],
    [{ ...setup, payment_details: payment.payment_details }],
    [page({ ui_mode: 'auto_redirect', redirect_uri: 'https://shop.example.com/' })],
    [page({ redirect_uri: 'http://localhost:8090/callback' })],
    [page({ ui_mode: 'iframe' })],
    [options({ autopay_enrollment_configuration: { display_enrollment_screen: false } })],
    [options({ mandate_details: { start_date: '2026-03-02', end_date: '2026-03-02' } })],
    [options({ payment_method_types: [], recurring_payment_mode: 'NON_RECURRING' })],
    [options({ recipient_account_filters: { business_unit: 'HKD' } })],
  ])('accepts the combination %#', (source) => expect(wrong(source)).toEqual({}));

  it.each([
    ['mode', { ...payment, mode: 'payment' }],
    ['mode', { ...payment, mode: undefined }],
    ['currency', { ...payment, currency: 'HK' }],
    ['currency', { ...payment, currency: 'HKDX' }],
    ['currency', { ...payment, currency: 344 }],
    ['unique_reference_id', { ...payment, unique_reference_id: '' }],
    ['unique_reference_id', { ...payment, unique_reference_id: 'u'.repeat(256) }],
    ['amount', { ...payment, amount: 0 }],
    ['amount', { ...payment, amount: '12500' }],
    ['amount', { ...payment, amount: 125.5 }],
    ['sender', { ...payment, sender: undefined }],
    ['sender', { ...payment, sender: [] }],
    ['sender.name', { ...payment, sender: { external_user_id: 'e', name: '' } }],
    ['sender.external_user_id', { ...payment, sender: { external_user_id: '', name: 'n' } }],
    ['sender.email', { ...payment, sender: { ...payment.sender, email: 'nobody' } }],
    [
      'payment_details.description',
      { ...payment, payment_details: { ...payment.payment_details, description: 'd'.repeat(101) } },
    ],
    [
      'payment_details.external_transaction_reference',
      { ...payment, payment_details: { description: 'd' } },
    ],
    ['link_customizations.language', page({ language: 'fr' })],
    ['link_customizations.ui_mode', page({ ui_mode: 'popup' })],
    ['link_customizations.redirect_uri', page({ redirect_uri: 'http://shop.example.com' })],
    ['link_customizations.redirect_uri', page({ redirect_uri: 'javascript:alert(1)' })],
    ['metadata', { ...payment, metadata: { a: 1 } }],
    ['payment_metadata', { ...payment, payment_metadata: [] }],
    ['integration_metadata.integration_id', { ...payment, integration_metadata: {} }],
    ['payment_setup_options.payment_method_types', options({ payment_method_types: ['CASH'] })],
    [
      'payment_setup_options.recipient_account_filters.business_unit',
      options({ recipient_account_filters: { business_unit: '' } }),
    ],
    [
      'payment_setup_options.mandate_details.transaction_limits.max_transaction_amount',
      options({ mandate_details: { transaction_limits: {} } }),
    ],
  ])('names %s when it is wrong: %#', (path, source) => {
    expect(Object.keys(wrong(source))).toEqual([path]);
  });
});
