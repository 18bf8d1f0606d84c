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
  @TextField('ID of the stored method at the gateway.', {
    ...TOKEN_LIMITS,
    example: 'stored_01JQ0000000000000000000GW1',
  })
  payment_method_id: string;
  @TextField('Authorization code of the issuer.', { optional: true, ...TOKEN_LIMITS })
  auth_code?: string;
  @TextField('Reference of the authorization at the gateway.', { optional: true, ...TOKEN_LIMITS })
  psp_reference?: string;
  @TextField('Reference of the authorization in the card network.', {
    optional: true,
    ...TOKEN_LIMITS,
  })
  network_transaction_reference?: string;
  @EnumField(
    'Agreement with the payer. Payment links offer the card again only for CardOnFile.',
    PROCESSING_MODELS,
    { optional: true, example: 'CardOnFile' },
  )
  recurring_processing_model?: ProcessingModel;
}

export class ImportedGw2Metadata {
  @TextField('Token of the stored method at the gateway.', { ...TOKEN_LIMITS })
  payment_token: string;
}

export class ImportedGw3Metadata {
  @TextField('ID of the mandate at the gateway.', { ...TOKEN_LIMITS }) mandate_id: string;
  @TextField('Reference of the mandate at the gateway.', { optional: true, ...TOKEN_LIMITS })
  reference?: string;
  @EnumField('Status of the mandate at the gateway.', ['active'], { optional: true })
  status?: 'active';
  @TextField('Direct debit scheme of the bank, such as becs, bacs or ach.', {
    optional: true,
    ...WORD_LIMITS,
  })
  scheme?: string;
  @DateField('First day on which the gateway can charge the mandate again.', { optional: true })
  next_possible_charge_date?: string;
  @BooleanField('Whether the gateway requires an approval for each payment.', { optional: true })
  payments_require_approval?: boolean;
  @EnumField('How the gateway settles the funds: managed or direct.', ['managed', 'direct'], {
    optional: true,
  })
  funds_settlement?: 'managed' | 'direct';
  @DateTimeField('When the gateway verified the mandate.', { optional: true }) verified_at?: string;
}

export class ImportedGw4Reference {
  @TextField('ID at the gateway.', { ...TOKEN_LIMITS }) id: string;
}

export class ImportedGw4Metadata {
  @ObjectField('Customer at the gateway who owns the stored method.', () => ImportedGw4Reference)
  customer: ImportedGw4Reference;
  @ObjectField('Stored method at the gateway.', () => ImportedGw4Reference)
  payment_method: ImportedGw4Reference;
}

/** The reference of the gateway to the method. Only the block of that gateway is stored. */
export class ImportedIntegrationMetadata {
  @EnumField('Gateway that keeps the payment method.', CARD_INTEGRATION_IDS, { example: 'GW1' })
  integration_id: CardIntegrationId;
  @ObjectField('Data of gateway GW1. Only with integration_id GW1.', () => ImportedGw1Metadata, {
    optional: true,
  })
  gw1_metadata?: ImportedGw1Metadata;
  @ObjectField('Data of gateway GW2. Only with integration_id GW2.', () => ImportedGw2Metadata, {
    optional: true,
  })
  gw2_metadata?: ImportedGw2Metadata;
  @ObjectField('Data of gateway GW3. Only with integration_id GW3.', () => ImportedGw3Metadata, {
    optional: true,
  })
  gw3_metadata?: ImportedGw3Metadata;
  @ObjectField('Data of gateway GW4. Only with integration_id GW4.', () => ImportedGw4Metadata, {
    optional: true,
  })
  gw4_metadata?: ImportedGw4Metadata;
}

export class ImportedCardDetails {
  @TextField('Brand of the card.', { ...WORD_LIMITS, example: 'Visa' }) brand: string;
  @TextField('Last 4 digits of the card number.', { min: 4, max: 4, example: '4242' })
  last4: string;
  @CurrencyField('Currency of the charges. The settlement account must accept it.')
  currency: string;
  @IntegerField('Month in which the card expires: 3 is March.', {
    optional: true,
    min: 1,
    max: 12,
    example: 3,
  })
  expiry_month?: number;
  @IntegerField('Year in which the card expires, with 4 digits.', {
    optional: true,
    min: 2000,
    max: 2099,
    example: 2060,
  })
  expiry_year?: number;
  @TextField('First 6 digits of the card number. Validated and not stored.', {
    optional: true,
    min: 6,
    max: 6,
  })
  card_bin?: string;
  @TextField('Fingerprint of the card number, if the gateway provides it.', {
    optional: true,
    ...TOKEN_LIMITS,
  })
  card_number_alias?: string;
  @TextField('Country in which the card was issued.', {
    optional: true,
    min: 2,
    max: 2,
    example: 'HK',
  })
  country?: string;
  @EnumField('Whether the card is a credit, debit or prepaid card.', CARD_FUNDINGS, {
    optional: true,
  })
  funding?: CardFunding;
}

export class ImportedRecipientAccount {
  @TextField('ID of the settlement account that receives the payments.', {
    ...WORD_LIMITS,
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class ImportedCard {
  @ObjectField('Details of the card.', () => ImportedCardDetails) card_details: ImportedCardDetails;
  @ObjectField('Settlement account that receives the payments.', () => ImportedRecipientAccount)
  recipient_account: ImportedRecipientAccount;
  @EnumField('Status of the card. Only authorized cards can be imported.', ['SUCCEEDED'])
  status: 'SUCCEEDED';
}

export class CreatePaymentMethodRequest {
  @EnumField(
    'Type of the imported method: send the member card or mandate accordingly.',
    PAYMENT_METHOD_TYPES,
    { example: 'CARD' },
  )
  payment_method_type: PaymentMethodType;
  @ObjectField('The card. Required for type CARD.', () => ImportedCard, { requiredWhen: whenCard })
  card?: ImportedCard;
  @ObjectField('The mandate. Required for type MANDATE.', () => ImportedMandate, {
    requiredWhen: whenMandate,
  })
  mandate?: ImportedMandate;
  @ObjectField(
    'Where a gateway keeps the method. Without it the method is listed and cannot be charged.',
    () => ImportedIntegrationMetadata,
    {
      optional: true,
      example: { integration_id: 'GW1', gw1_metadata: { payment_method_id: 'stored-before' } },
    },
  )
  integration_metadata?: ImportedIntegrationMetadata;
}
