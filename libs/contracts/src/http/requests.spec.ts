import { fromPlain, type ContractClass } from '../fields/index.js';
import { complaintsOf } from './complaints.fixture.js';
import {
  CreatePaymentAccountRequest,
  ListPaymentAccountsQuery,
} from './payment-link/payment-account.dto.js';
import { CustomerTokenRequest } from './gateway/tokens.dto.js';
import {
  SelectPaymentMethodRequest,
  SubmitCardRequest,
} from './payment-link/hosted-methods.dto.js';
import { PageQuery } from './shared/page.dto.js';
import { ListPaymentsQuery } from './payment-link/payment.dto.js';
import {
  CreatePaymentUserRequest,
  UpdatePaymentUserRequest,
} from './payment-link/payment-user.dto.js';
import { UpdateTestClockRequest } from './shared/testing.dto.js';
import {
  CreateWebhookEndpointRequest,
  TestWebhookEndpointRequest,
  UpdateWebhookEndpointRequest,
} from './webhook-dispatch/webhook-endpoint.dto.js';
import {
  ListWebhookEventsQuery,
  ResendWebhookEventRequest,
} from './webhook-dispatch/webhook-event.dto.js';

type Case = readonly [ContractClass, object];

const ID = '01JQ0000000000000000000PAY';
const credentials = {
  client_id: 'c'.repeat(26),
  client_secret: 's'.repeat(64),
  grant_type: 'client_credentials',
};
const user = { name: 'Chan Tai Man', external_user_id: 'customer-42' };
const ext = {
  corp_code: 'c',
  s_location_code: 's',
  tenant_id: 't',
  account_token: 'a',
  tenant_default_currency: 'HKD',
};
const withNumber = (type: string, number: string) => ({
  ...account,
  account_number: { type, number },
});
const withExt = (more: object) => ({
  ...user,
  integration_metadata: { integration_id: 'EXT', ext_metadata: { ...ext, ...more } },
});
const details = (count: number) => ({
  ...user,
  user_details: [{ details_type: 'HK_ID', values: new Array(count).fill('A123456') as string[] }],
});
const account = {
  account_type: 'EXTERNAL_ACCOUNT',
  accountholder_name: 'Chan Tai Man',
  institution_id: 'testbank',
  user_id: ID,
};
const endpoint = { url: 'https://shop.example.com/hook' };
const card = { token: 't', brand: 'Visa', last4: '4242', expiry_month: 12, expiry_year: 2030 };
const submit = (more: object) => ({ attempt_id: ID, card: { ...card, ...more } });

const ACCEPTED: readonly Case[] = [
  [CustomerTokenRequest, credentials],
  [CustomerTokenRequest, { ...credentials, client_secret: 's'.repeat(80), scope: 'x' }],
  [CreatePaymentUserRequest, user],
  [CreatePaymentUserRequest, { name: 'n'.repeat(100), external_user_id: 'e'.repeat(100) }],
  [CreatePaymentUserRequest, { ...user, email: 'tm@example.com', user_type: 'BUSINESS' }],
  [CreatePaymentUserRequest, { ...user, name: ' 陳 ' }],
  [UpdatePaymentUserRequest, { email: null, name: null }],
  [UpdatePaymentUserRequest, { email: '', name: '', user_type: '', next_bill_update: '' }],
  [CreatePaymentUserRequest, details(1)],
  [CreatePaymentUserRequest, details(10)],
  [CreatePaymentUserRequest, { ...user, user_details: [{}] }],
  [CreatePaymentUserRequest, withExt({ i_anniv_days: 1 })],
  [CreatePaymentUserRequest, withExt({ i_anniv_days: 31, unit_type_id: 'u' })],
  [UpdatePaymentUserRequest, {}],
  [UpdatePaymentUserRequest, { next_bill_update: '2026-03-02T00:00:00Z', unknown: 1 }],
  [CreatePaymentAccountRequest, account],
  [CreatePaymentAccountRequest, { ...account, account_number_masked: '****8833' }],
  [CreatePaymentAccountRequest, withNumber('IBAN', 'gb82 west 1234-5698-7654 32')],
  [CreatePaymentAccountRequest, withNumber('IBAN', 'NO9386011117947')],
  [CreatePaymentAccountRequest, withNumber('LOCAL', '012-345678-833')],
  [CreatePaymentAccountRequest, withNumber('LOCAL', '1'.repeat(100))],
  [PageQuery, { offset: '0', limit: '1000', after: 'x' }],
  [ListPaymentAccountsQuery, { account_type: 'SETTLEMENT_ACCOUNT', currencies: 'HKD,JPY' }],
  [ListPaymentsQuery, { date_from: '2026-03-01', date_to: '2026-03-02', statuses: 'EXECUTED' }],
  [ListPaymentsQuery, { payment_type: 'CARD', payment_types: 'CARD,WALLET', user_id: ID }],
  [ListPaymentsQuery, { currency: 'KWD', mandate_id: ID, institution_id: 'testbank' }],
  [CreateWebhookEndpointRequest, endpoint],
  [CreateWebhookEndpointRequest, { ...endpoint, event_types: ['*', 'PAYMENT_*', 'BILL_PAID'] }],
  [CreateWebhookEndpointRequest, { ...endpoint, headers: { 'X-Source': 'payments' } }],
  [CreateWebhookEndpointRequest, { ...endpoint, signature_kinds: ['v1', 'service_signature'] }],
  [UpdateWebhookEndpointRequest, {}],
  [TestWebhookEndpointRequest, {}],
  [ListWebhookEventsQuery, { statuses: 'FAILED', event_types: 'PAYMENT_EXECUTED' }],
  [ListWebhookEventsQuery, { created_from: '2026-03-02T00:00:00+08:00' }],
  [ResendWebhookEventRequest, {}],
  [UpdateTestClockRequest, { advance_seconds: 1 }],
  [UpdateTestClockRequest, { advance_seconds: 63_072_000, frozen: true }],
  [UpdateTestClockRequest, { frozen: false }],
  [SelectPaymentMethodRequest, { payment_account_id: ID, payment_method_type: 'CARD' }],
  [SubmitCardRequest, submit({})],
  [SubmitCardRequest, { ...submit({}), browser: { language: 'en-HK', screen: '1280x720' } }],
];

const REFUSED: readonly (readonly [string, ...Case])[] = [
  ['client_id', CustomerTokenRequest, { ...credentials, client_id: 'c'.repeat(25) }],
  ['client_id', CustomerTokenRequest, { ...credentials, client_id: 'c'.repeat(27) }],
  ['client_secret', CustomerTokenRequest, { ...credentials, client_secret: 's'.repeat(63) }],
  ['client_secret', CustomerTokenRequest, { ...credentials, client_secret: 's'.repeat(81) }],
  ['grant_type', CustomerTokenRequest, { ...credentials, grant_type: 'password' }],
  ['name', CreatePaymentUserRequest, { ...user, name: 'n'.repeat(101) }],
  ['external_user_id', CreatePaymentUserRequest, { ...user, external_user_id: 'e'.repeat(101) }],
  ['email', CreatePaymentUserRequest, { ...user, email: 'e'.repeat(257) }],
  ['email', CreatePaymentUserRequest, { ...user, email: 'tm.example.com' }],
  ['email', UpdatePaymentUserRequest, { email: 'tm@' }],
  ['name', CreatePaymentUserRequest, { ...user, name: '  ' }],
  ['name', CreatePaymentUserRequest, { ...user, name: '\u3000\u200b\t' }],
  ['name', UpdatePaymentUserRequest, { name: ' ' }],
  ['accountholder_name', CreatePaymentAccountRequest, { ...account, accountholder_name: ' ' }],
  ['user_details.0.values', CreatePaymentUserRequest, details(0)],
  ['user_details.0.values', CreatePaymentUserRequest, details(11)],
  ['user_details', CreatePaymentUserRequest, { ...user, user_details: {} }],
  ['autopay_consent', CreatePaymentUserRequest, { ...user, autopay_consent: 'true' }],
  [
    'integration_metadata.ext_metadata.i_anniv_days',
    CreatePaymentUserRequest,
    withExt({ i_anniv_days: 32 }),
  ],
  [
    'integration_metadata.ext_metadata.i_anniv_days',
    CreatePaymentUserRequest,
    withExt({ i_anniv_days: 0 }),
  ],
  [
    'integration_metadata.ext_metadata.tenant_default_currency',
    CreatePaymentUserRequest,
    withExt({ tenant_default_currency: undefined }),
  ],
  ['next_bill_update', UpdatePaymentUserRequest, { next_bill_update: '2026-03-02' }],
  ['name', CreatePaymentUserRequest, { ...user, name: '' }],
  ['account_type', CreatePaymentAccountRequest, { ...account, account_type: 'SETTLEMENT_ACCOUNT' }],
  ['institution_id', CreatePaymentAccountRequest, { ...account, institution_id: 'i'.repeat(101) }],
  ['user_id', CreatePaymentAccountRequest, { ...account, user_id: 'u'.repeat(101) }],
  ['currencies', CreatePaymentAccountRequest, { ...account, currencies: ['HKDX'] }],
  [
    'account_number.number',
    CreatePaymentAccountRequest,
    { ...account, account_number: { type: 'LOCAL', number: 'n'.repeat(101) } },
  ],
  [
    'account_number_masked',
    CreatePaymentAccountRequest,
    { ...withNumber('LOCAL', '1234'), account_number_masked: '1' },
  ],
  ['offset', PageQuery, { offset: '-1' }],
  ['limit', PageQuery, { limit: '0' }],
  ['limit', PageQuery, { limit: '1001' }],
  ['after', PageQuery, { after: ' ' }],
  ['account_type', ListPaymentAccountsQuery, { account_type: 'BANK' }],
  ['currencies', ListPaymentAccountsQuery, { currencies: 'HKD;JPY' }],
  ['date_from', ListPaymentsQuery, { date_from: '2026-02-29' }],
  ['statuses', ListPaymentsQuery, { statuses: 'EXECUTED,DONE' }],
  ['payment_types', ListPaymentsQuery, { payment_types: 'CASH' }],
  ['url', CreateWebhookEndpointRequest, { url: 'shop.example.com' }],
  ['event_types', CreateWebhookEndpointRequest, { ...endpoint, event_types: [] }],
  ['event_types', CreateWebhookEndpointRequest, { ...endpoint, event_types: ['PAYED'] }],
  ['headers', CreateWebhookEndpointRequest, { ...endpoint, headers: { HOST: 'x' } }],
  ['headers', CreateWebhookEndpointRequest, { ...endpoint, headers: { 'Content-Type': 'x' } }],
  ['headers', CreateWebhookEndpointRequest, { ...endpoint, headers: { 'Webhook-Id': 'x' } }],
  ['headers', CreateWebhookEndpointRequest, { ...endpoint, headers: { 'Service-Signature': 'x' } }],
  ['headers', CreateWebhookEndpointRequest, { ...endpoint, headers: { 'X-A': 'a\r\nX-B: b' } }],
  ['headers', CreateWebhookEndpointRequest, { ...endpoint, headers: { 'X A': 'a' } }],
  ['rate_limit_per_second', UpdateWebhookEndpointRequest, { rate_limit_per_second: 0 }],
  ['signature_kinds', UpdateWebhookEndpointRequest, { signature_kinds: ['v2'] }],
  ['event_type', TestWebhookEndpointRequest, { event_type: 'PAYMENT_*' }],
  ['created_from', ListWebhookEventsQuery, { created_from: 'yesterday' }],
  ['advance_seconds', UpdateTestClockRequest, {}],
  ['advance_seconds', UpdateTestClockRequest, { advance_seconds: 0 }],
  ['advance_seconds', UpdateTestClockRequest, { advance_seconds: 63_072_001 }],
  ['frozen', UpdateTestClockRequest, { advance_seconds: 1, frozen: 'no' }],
  ['card.last4', SubmitCardRequest, submit({ last4: '424' })],
  ['card.expiry_month', SubmitCardRequest, submit({ expiry_month: 13 })],
  ['card.expiry_year', SubmitCardRequest, submit({ expiry_year: 30 })],
  ['card', SubmitCardRequest, { attempt_id: ID }],
];

describe('request classes', () => {
  it.each(ACCEPTED.map(([type, source]) => [type.name, source, type] as const))(
    '%s accepts %j',
    (_name, source, type) => expect(complaintsOf(type, source)).toEqual({}),
  );

  it.each(REFUSED.map(([path, type, source]) => ({ name: type.name, path, type, source })))(
    '$name names $path in $source',
    ({ path, type, source }) => {
      const complaints = complaintsOf(type, source);
      expect(Object.keys(complaints)).toEqual([path]);
      expect(complaints[path]).toMatch(new RegExp(`^${path.split('.').pop()} `));
    },
  );

  it('name the member that a clock request lacks', () => {
    expect(complaintsOf(UpdateTestClockRequest, {})).toEqual({
      advance_seconds: 'advance_seconds is required when frozen is absent',
    });
  });

  it('distinguish null from absent when a payment user is updated', () => {
    const cleared = {
      autopay_consent: null,
      email: null,
      metadata: null,
      name: null,
      next_bill_update: null,
      user_type: null,
    };
    expect(complaintsOf(UpdatePaymentUserRequest, cleared)).toEqual({});
    expect({ ...fromPlain(UpdatePaymentUserRequest, cleared) }).toEqual(cleared);
    expect(fromPlain(UpdatePaymentUserRequest, {})).not.toHaveProperty('email');
  });

  it('give a page its defaults', () => {
    expect({ ...fromPlain(PageQuery, {}) }).toEqual({ offset: 0, limit: 500 });
  });
});
