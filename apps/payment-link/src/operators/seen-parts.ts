import { under } from '@towpath/contracts/operator';

/** What every role sees of a card. */
const CARD = [
  'acquirer_authorization_reference',
  'brand',
  'brand_product_name',
  'collection_entity_name',
  'country',
  'expiry_month',
  'expiry_year',
  'funding',
  'is_commercial',
  'last4',
  'processor_entity_name',
  'service_authorization_reference',
  'recurring_payment_mode',
  'processor_details.auth_code',
  'processor_details.network_transaction_reference',
  'processor_details.processor_id',
  'processor_details.processor_reference',
];

/** What every role sees of the account of a person. */
const ACCOUNT = [
  'account_id',
  'account_number_masked',
  'account_type',
  'bank_code',
  'institution_id',
  'institution_name',
  'user_id',
];

/** What every role sees of the account of a customer app. */
const SETTLEMENT_ACCOUNT = ['account_id', 'account_type', 'settlement_account_reference'];

export const FEES = under('fees', ['amount', 'currency', 'paid_by', 'paid_by_account_id']);

export const cardAt = <P extends string>(path: P) => under(path, CARD);
export const accountAt = <P extends string>(path: P) => under(path, ACCOUNT);
export const settlementAccountAt = <P extends string>(path: P) => under(path, SETTLEMENT_ACCOUNT);
