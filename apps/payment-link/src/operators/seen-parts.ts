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

const under = <P extends string>(path: P, members: readonly string[]): `${P}.${string}`[] =>
  members.map((member) => `${path}.${member}` as const);

export const cardAt = <P extends string>(path: P) => under(path, CARD);
export const accountAt = <P extends string>(path: P) => under(path, ACCOUNT);
