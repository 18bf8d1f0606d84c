import { field, type Condition } from '../../fields/index.js';
import { TransactionLimitsRequest } from '../shared/payment-setup-options.dto.js';
import {
  CARD_FUNDINGS,
  PAYMENT_METHOD_TYPES,
  type CardFunding,
  type PaymentMethodType,
} from '../../states/index.js';

const ID_LIMITS = { min: 1, max: 100 };

export class ImportedMandateAccount {
  @field.text('ID of the payment account.', { ...ID_LIMITS, example: '01JQ0000000000000000000ACC' })
  account_id: string;
}

export class ImportedMandateDetails {
  @field.currency('Currency of the charges. The settlement account must accept it.')
  currency: string;
  @field.text('What the mandate is for, as the payer sees it.', {
    min: 1,
    max: 100,
    example: 'Rent',
  })
  description: string;
  @field.text("Reference of the direct debit authorization at the payer's bank.", {
    optional: true,
    min: 1,
    max: 100,
  })
  dda_reference?: string;
  @field.date('First day on which payments are allowed, UTC; today when absent.', {
    optional: true,
  })
  start_date?: string;
  @field.date('Last day on which payments are allowed, UTC, inclusive.', { optional: true })
  end_date?: string;
  @field.object(
    'Limits on single payments and on the payments of a period.',
    () => TransactionLimitsRequest,
    { optional: true },
  )
  transaction_limits?: TransactionLimitsRequest;
}

/** A direct debit authorization that a bank keeps already. */
export class ImportedMandate {
  @field.object('Settlement account that receives the payments.', () => ImportedMandateAccount)
  recipient_account: ImportedMandateAccount;
  @field.object(
    'External account of the user from which payments are collected.',
    () => ImportedMandateAccount,
  )
  sender_account: ImportedMandateAccount;
  @field.object(
    'Currency, dates, limits and description of the mandate.',
    () => ImportedMandateDetails,
  )
  mandate_details: ImportedMandateDetails;
  @field.enum('Status of the mandate. Only accepted authorizations can be imported.', ['SUCCEEDED'])
  status: 'SUCCEEDED';
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
}

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
  @field.text('ID of the stored method at the gateway.', {
    ...TOKEN_LIMITS,
    example: 'stored_01JQ0000000000000000000GW1',
  })
  payment_method_id: string;
  @field.text('Authorization code of the issuer.', { optional: true, ...TOKEN_LIMITS })
  auth_code?: string;
  @field.text('Reference of the authorization at the gateway.', { optional: true, ...TOKEN_LIMITS })
  psp_reference?: string;
  @field.text('Reference of the authorization in the card network.', {
    optional: true,
    ...TOKEN_LIMITS,
  })
  network_transaction_reference?: string;
  @field.enum(
    'Agreement with the payer. Payment links offer the card again only for CardOnFile.',
    PROCESSING_MODELS,
    { optional: true, example: 'CardOnFile' },
  )
  recurring_processing_model?: ProcessingModel;
}

export class ImportedGw2Metadata {
  @field.text('Token of the stored method at the gateway.', { ...TOKEN_LIMITS })
  payment_token: string;
}

export class ImportedGw3Metadata {
  @field.text('ID of the mandate at the gateway.', { ...TOKEN_LIMITS }) mandate_id: string;
  @field.text('Reference of the mandate at the gateway.', { optional: true, ...TOKEN_LIMITS })
  reference?: string;
  @field.enum('Status of the mandate at the gateway.', ['active'], { optional: true })
  status?: 'active';
  @field.text('Direct debit scheme of the bank, such as becs, bacs or ach.', {
    optional: true,
    ...WORD_LIMITS,
  })
  scheme?: string;
  @field.date('First day on which the gateway can charge the mandate again.', { optional: true })
  next_possible_charge_date?: string;
  @field.boolean('Whether the gateway requires an approval for each payment.', { optional: true })
  payments_require_approval?: boolean;
  @field.enum('How the gateway settles the funds: managed or direct.', ['managed', 'direct'], {
    optional: true,
  })
  funds_settlement?: 'managed' | 'direct';
  @field.dateTime('When the gateway verified the mandate.', { optional: true })
  verified_at?: string;
}

export class ImportedGw4Reference {
  @field.text('ID at the gateway.', { ...TOKEN_LIMITS }) id: string;
}

export class ImportedGw4Metadata {
  @field.object('Customer at the gateway who owns the stored method.', () => ImportedGw4Reference)
  customer: ImportedGw4Reference;
  @field.object('Stored method at the gateway.', () => ImportedGw4Reference)
  payment_method: ImportedGw4Reference;
}

/** The reference of the gateway to the method. Only the block of that gateway is stored. */
export class ImportedIntegrationMetadata {
  @field.enum('Gateway that keeps the payment method.', CARD_INTEGRATION_IDS, { example: 'GW1' })
  integration_id: CardIntegrationId;
  @field.object('Data of gateway GW1. Only with integration_id GW1.', () => ImportedGw1Metadata, {
    optional: true,
  })
  gw1_metadata?: ImportedGw1Metadata;
  @field.object('Data of gateway GW2. Only with integration_id GW2.', () => ImportedGw2Metadata, {
    optional: true,
  })
  gw2_metadata?: ImportedGw2Metadata;
  @field.object('Data of gateway GW3. Only with integration_id GW3.', () => ImportedGw3Metadata, {
    optional: true,
  })
  gw3_metadata?: ImportedGw3Metadata;
  @field.object('Data of gateway GW4. Only with integration_id GW4.', () => ImportedGw4Metadata, {
    optional: true,
  })
  gw4_metadata?: ImportedGw4Metadata;
}

export class ImportedCardDetails {
  @field.text('Brand of the card.', { ...WORD_LIMITS, example: 'Visa' }) brand: string;
  @field.text('Last 4 digits of the card number.', { min: 4, max: 4, example: '4242' })
  last4: string;
  @field.currency('Currency of the charges. The settlement account must accept it.')
  currency: string;
  @field.integer('Month in which the card expires: 3 is March.', {
    optional: true,
    min: 1,
    max: 12,
    example: 3,
  })
  expiry_month?: number;
  @field.integer('Year in which the card expires, with 4 digits.', {
    optional: true,
    min: 2000,
    max: 2099,
    example: 2060,
  })
  expiry_year?: number;
  @field.text('First 6 digits of the card number. Validated and not stored.', {
    optional: true,
    min: 6,
    max: 6,
  })
  card_bin?: string;
  @field.text('Fingerprint of the card number, if the gateway provides it.', {
    optional: true,
    ...TOKEN_LIMITS,
  })
  card_number_alias?: string;
  @field.text('Country in which the card was issued.', {
    optional: true,
    min: 2,
    max: 2,
    example: 'HK',
  })
  country?: string;
  @field.enum('Whether the card is a credit, debit or prepaid card.', CARD_FUNDINGS, {
    optional: true,
  })
  funding?: CardFunding;
}

export class ImportedRecipientAccount {
  @field.text('ID of the settlement account that receives the payments.', {
    ...WORD_LIMITS,
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class ImportedCard {
  @field.object('Details of the card.', () => ImportedCardDetails)
  card_details: ImportedCardDetails;
  @field.object('Settlement account that receives the payments.', () => ImportedRecipientAccount)
  recipient_account: ImportedRecipientAccount;
  @field.enum('Status of the card. Only authorized cards can be imported.', ['SUCCEEDED'])
  status: 'SUCCEEDED';
}

export class CreatePaymentMethodRequest {
  @field.enum(
    'Type of the imported method: send the member card or mandate accordingly.',
    PAYMENT_METHOD_TYPES,
    { example: 'CARD' },
  )
  payment_method_type: PaymentMethodType;
  @field.object('The card. Required for type CARD.', () => ImportedCard, { requiredWhen: whenCard })
  card?: ImportedCard;
  @field.object('The mandate. Required for type MANDATE.', () => ImportedMandate, {
    requiredWhen: whenMandate,
  })
  mandate?: ImportedMandate;
  @field.object(
    'Where a gateway keeps the method. Without it the method is listed and cannot be charged.',
    () => ImportedIntegrationMetadata,
    {
      optional: true,
      example: { integration_id: 'GW1', gw1_metadata: { payment_method_id: 'stored-before' } },
    },
  )
  integration_metadata?: ImportedIntegrationMetadata;
}
