import {
  BooleanField,
  CurrencyField,
  DateField,
  DateTimeField,
  EnumField,
  IntegerField,
  ObjectField,
  TextField,
  type Condition,
} from '../../fields/index.js';
import {
  CARD_FUNDINGS,
  PAYMENT_METHOD_TYPES,
  type CardFunding,
  type PaymentMethodType,
} from '../../states/index.js';
import { ImportedMandate } from './imported-mandate.dto.js';

const TOKEN_LIMITS = { min: 1, max: 255 };
const WORD_LIMITS = { min: 1, max: 100 };

export const CARD_INTEGRATION_IDS = ['GW1', 'GW2', 'GW3', 'GW4'] as const;
export type CardIntegrationId = (typeof CARD_INTEGRATION_IDS)[number];

export const PROCESSING_MODELS = ['CardOnFile', 'UnscheduledCardOnFile', 'Subscription'] as const;
export type ProcessingModel = (typeof PROCESSING_MODELS)[number];

const whenCard: Condition = {
  text: 'when payment_method_type is CARD',
  test: (method) => method['payment_method_type'] === 'CARD',
};

const whenMandate: Condition = {
  text: 'when payment_method_type is MANDATE',
  test: (method) => method['payment_method_type'] === 'MANDATE',
};

export class ImportedGw1Metadata {
  @TextField({
    ...TOKEN_LIMITS,
    description: 'ID of the stored method at the gateway.',
    example: 'stored_01JQ0000000000000000000GW1',
  })
  payment_method_id: string;

  @TextField({ optional: true, ...TOKEN_LIMITS, description: 'Authorization code of the issuer.' })
  auth_code?: string;

  @TextField({
    optional: true,
    ...TOKEN_LIMITS,
    description: 'Reference of the authorization at the gateway.',
  })
  psp_reference?: string;

  @TextField({
    optional: true,
    ...TOKEN_LIMITS,
    description: 'Reference of the authorization in the card network.',
  })
  network_transaction_reference?: string;

  @EnumField(PROCESSING_MODELS, {
    optional: true,
    description:
      'Agreement with the payer. Payment links offer the card again only for CardOnFile.',
    example: 'CardOnFile',
  })
  recurring_processing_model?: ProcessingModel;
}

export class ImportedGw2Metadata {
  @TextField({ ...TOKEN_LIMITS, description: 'Token of the stored method at the gateway.' })
  payment_token: string;
}

export class ImportedGw3Metadata {
  @TextField({ ...TOKEN_LIMITS, description: 'ID of the mandate at the gateway.' })
  mandate_id: string;

  @TextField({
    optional: true,
    ...TOKEN_LIMITS,
    description: 'Reference of the mandate at the gateway.',
  })
  reference?: string;

  @EnumField(['active'], { optional: true, description: 'Status of the mandate at the gateway.' })
  status?: 'active';

  @TextField({
    optional: true,
    ...WORD_LIMITS,
    description: 'Direct debit scheme of the bank, such as becs, bacs or ach.',
  })
  scheme?: string;

  @DateField({
    optional: true,
    description: 'First day on which the gateway can charge the mandate again.',
  })
  next_possible_charge_date?: string;

  @BooleanField({
    optional: true,
    description: 'Whether the gateway requires an approval for each payment.',
  })
  payments_require_approval?: boolean;

  @EnumField(['managed', 'direct'], {
    optional: true,
    description: 'How the gateway settles the funds: managed or direct.',
  })
  funds_settlement?: 'managed' | 'direct';

  @DateTimeField({ optional: true, description: 'When the gateway verified the mandate.' })
  verified_at?: string;
}

export class ImportedGw4Reference {
  @TextField({ ...TOKEN_LIMITS, description: 'ID at the gateway.' })
  id: string;
}

export class ImportedGw4Metadata {
  @ObjectField(() => ImportedGw4Reference, {
    description: 'Customer at the gateway who owns the stored method.',
  })
  customer: ImportedGw4Reference;

  @ObjectField(() => ImportedGw4Reference, { description: 'Stored method at the gateway.' })
  payment_method: ImportedGw4Reference;
}

/** The reference of the gateway to the method. Only the block of that gateway is stored. */
export class ImportedIntegrationMetadata {
  @EnumField(CARD_INTEGRATION_IDS, {
    description: 'Gateway that keeps the payment method.',
    example: 'GW1',
  })
  integration_id: CardIntegrationId;

  @ObjectField(() => ImportedGw1Metadata, {
    optional: true,
    description: 'Data of gateway GW1. Only with integration_id GW1.',
  })
  gw1_metadata?: ImportedGw1Metadata;

  @ObjectField(() => ImportedGw2Metadata, {
    optional: true,
    description: 'Data of gateway GW2. Only with integration_id GW2.',
  })
  gw2_metadata?: ImportedGw2Metadata;

  @ObjectField(() => ImportedGw3Metadata, {
    optional: true,
    description: 'Data of gateway GW3. Only with integration_id GW3.',
  })
  gw3_metadata?: ImportedGw3Metadata;

  @ObjectField(() => ImportedGw4Metadata, {
    optional: true,
    description: 'Data of gateway GW4. Only with integration_id GW4.',
  })
  gw4_metadata?: ImportedGw4Metadata;
}

export class ImportedCardDetails {
  @TextField({ ...WORD_LIMITS, description: 'Brand of the card.', example: 'Visa' })
  brand: string;

  @TextField({ min: 4, max: 4, description: 'Last 4 digits of the card number.', example: '4242' })
  last4: string;

  @CurrencyField({ description: 'Currency of the charges. The settlement account must accept it.' })
  currency: string;

  @IntegerField({
    optional: true,
    min: 1,
    max: 12,
    description: 'Month in which the card expires: 3 is March.',
    example: 3,
  })
  expiry_month?: number;

  @IntegerField({
    optional: true,
    min: 2000,
    max: 2099,
    description: 'Year in which the card expires, with 4 digits.',
    example: 2060,
  })
  expiry_year?: number;

  @TextField({
    optional: true,
    min: 6,
    max: 6,
    description: 'First 6 digits of the card number. Validated and not stored.',
  })
  card_bin?: string;

  @TextField({
    optional: true,
    ...TOKEN_LIMITS,
    description: 'Fingerprint of the card number, if the gateway provides it.',
  })
  card_number_alias?: string;

  @TextField({
    optional: true,
    min: 2,
    max: 2,
    description: 'Country in which the card was issued.',
    example: 'HK',
  })
  country?: string;

  @EnumField(CARD_FUNDINGS, {
    optional: true,
    description: 'Whether the card is a credit, debit or prepaid card.',
  })
  funding?: CardFunding;
}

export class ImportedRecipientAccount {
  @TextField({
    ...WORD_LIMITS,
    description: 'ID of the settlement account that receives the payments.',
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class ImportedCard {
  @ObjectField(() => ImportedCardDetails, { description: 'Details of the card.' })
  card_details: ImportedCardDetails;

  @ObjectField(() => ImportedRecipientAccount, {
    description: 'Settlement account that receives the payments.',
  })
  recipient_account: ImportedRecipientAccount;

  @EnumField(['SUCCEEDED'], {
    description: 'Status of the card. Only authorized cards can be imported.',
  })
  status: 'SUCCEEDED';
}

export class CreatePaymentMethodRequest {
  @EnumField(PAYMENT_METHOD_TYPES, {
    description: 'Type of the imported method: send the member card or mandate accordingly.',
    example: 'CARD',
  })
  payment_method_type: PaymentMethodType;

  @ObjectField(() => ImportedCard, {
    requiredWhen: whenCard,
    description: 'The card. Required for type CARD.',
  })
  card?: ImportedCard;

  @ObjectField(() => ImportedMandate, {
    requiredWhen: whenMandate,
    description: 'The mandate. Required for type MANDATE.',
  })
  mandate?: ImportedMandate;

  @ObjectField(() => ImportedIntegrationMetadata, {
    optional: true,
    description:
      'Where a gateway keeps the method. Without it the method is listed and cannot be charged.',
    example: { integration_id: 'GW1', gw1_metadata: { payment_method_id: 'stored-before' } },
  })
  integration_metadata?: ImportedIntegrationMetadata;
}
