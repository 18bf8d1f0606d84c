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
    description: "The gateway's ID of the stored method.",
    example: 'stored_01JQ0000000000000000000GW1',
  })
  payment_method_id: string;

  @TextField({ optional: true, ...TOKEN_LIMITS, description: 'Authorization code.' })
  auth_code?: string;

  @TextField({ optional: true, ...TOKEN_LIMITS, description: "The gateway's reference." })
  psp_reference?: string;

  @TextField({ optional: true, ...TOKEN_LIMITS, description: 'Reference in the card network.' })
  network_transaction_reference?: string;

  @EnumField(PROCESSING_MODELS, {
    optional: true,
    description: 'What the payer agreed to; CardOnFile: paying again by one tap.',
    example: 'CardOnFile',
  })
  recurring_processing_model?: ProcessingModel;
}

export class ImportedGw2Metadata {
  @TextField({ ...TOKEN_LIMITS, description: "The gateway's token." })
  payment_token: string;
}

export class ImportedGw3Metadata {
  @TextField({ ...TOKEN_LIMITS, description: "The gateway's mandate." })
  mandate_id: string;

  @TextField({ optional: true, ...TOKEN_LIMITS, description: "The gateway's reference." })
  reference?: string;

  @EnumField(['active'], { optional: true, description: "The gateway's status." })
  status?: 'active';

  @TextField({ optional: true, ...WORD_LIMITS, description: 'Bank scheme.' })
  scheme?: string;

  @DateField({ optional: true, description: 'Earliest next charge.' })
  next_possible_charge_date?: string;

  @BooleanField({ optional: true, description: 'Whether each one is approved.' })
  payments_require_approval?: boolean;

  @EnumField(['managed', 'direct'], { optional: true, description: 'How funds are settled.' })
  funds_settlement?: 'managed' | 'direct';

  @DateTimeField({ optional: true, description: 'When it was verified.' })
  verified_at?: string;
}

export class ImportedGw4Reference {
  @TextField({ ...TOKEN_LIMITS, description: "The gateway's ID." })
  id: string;
}

export class ImportedGw4Metadata {
  @ObjectField(() => ImportedGw4Reference, { description: 'The customer.' })
  customer: ImportedGw4Reference;

  @ObjectField(() => ImportedGw4Reference, { description: 'The stored method.' })
  payment_method: ImportedGw4Reference;
}

/** The reference of the gateway to the method. Only the block of that gateway is stored. */
export class ImportedIntegrationMetadata {
  @EnumField(CARD_INTEGRATION_IDS, { description: 'The gateway that keeps it.', example: 'GW1' })
  integration_id: CardIntegrationId;

  @ObjectField(() => ImportedGw1Metadata, {
    optional: true,
    description: 'GW1 only.',
  })
  gw1_metadata?: ImportedGw1Metadata;

  @ObjectField(() => ImportedGw2Metadata, { optional: true, description: 'GW2 only.' })
  gw2_metadata?: ImportedGw2Metadata;

  @ObjectField(() => ImportedGw3Metadata, { optional: true, description: 'GW3 only.' })
  gw3_metadata?: ImportedGw3Metadata;

  @ObjectField(() => ImportedGw4Metadata, { optional: true, description: 'GW4 only.' })
  gw4_metadata?: ImportedGw4Metadata;
}

export class ImportedCardDetails {
  @TextField({ ...WORD_LIMITS, description: 'Card brand.', example: 'Visa' })
  brand: string;

  @TextField({ min: 4, max: 4, description: 'Last 4 digits.', example: '4242' })
  last4: string;

  @CurrencyField({ description: 'One that the account takes.' })
  currency: string;

  @IntegerField({ optional: true, min: 1, max: 12, description: '3 is March.', example: 3 })
  expiry_month?: number;

  @IntegerField({ optional: true, min: 2000, max: 2099, description: '4 digits.', example: 2060 })
  expiry_year?: number;

  @TextField({ optional: true, min: 6, max: 6, description: 'First 6 digits; not kept.' })
  card_bin?: string;

  @TextField({ optional: true, ...TOKEN_LIMITS, description: 'Fingerprint of the number.' })
  card_number_alias?: string;

  @TextField({ optional: true, min: 2, max: 2, description: 'Country of issuance.', example: 'HK' })
  country?: string;

  @EnumField(CARD_FUNDINGS, { optional: true, description: 'How the card is funded.' })
  funding?: CardFunding;
}

export class ImportedRecipientAccount {
  @TextField({
    ...WORD_LIMITS,
    description: 'The settlement account that receives.',
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class ImportedCard {
  @ObjectField(() => ImportedCardDetails, { description: 'The card.' })
  card_details: ImportedCardDetails;

  @ObjectField(() => ImportedRecipientAccount, { description: 'Who receives.' })
  recipient_account: ImportedRecipientAccount;

  @EnumField(['SUCCEEDED'], { description: 'Only authorized cards are imported.' })
  status: 'SUCCEEDED';
}

export class CreatePaymentMethodRequest {
  @EnumField(PAYMENT_METHOD_TYPES, {
    description: 'Which of card and mandate is given.',
    example: 'CARD',
  })
  payment_method_type: PaymentMethodType;

  @ObjectField(() => ImportedCard, { requiredWhen: whenCard, description: 'Type CARD only.' })
  card?: ImportedCard;

  @ObjectField(() => ImportedMandate, {
    requiredWhen: whenMandate,
    description: 'Type MANDATE only.',
  })
  mandate?: ImportedMandate;

  @ObjectField(() => ImportedIntegrationMetadata, {
    optional: true,
    description: 'Without it the method is listed, and cannot be charged.',
    example: { integration_id: 'GW1', gw1_metadata: { payment_method_id: 'stored-before' } },
  })
  integration_metadata?: ImportedIntegrationMetadata;
}
