import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import {
  CARD_FUNDINGS,
  CARD_STATUSES,
  PAYMENT_METHOD_TYPES,
  type CardFunding,
  type CardStatus,
  type PaymentMethodType,
} from '../../states/index.js';
import { PaymentMethodIntegrationMetadata } from './gateway-integration.dto.js';
import { MandateResponse } from '../mandate/mandate.dto.js';
import { RecipientAccount } from './parties.dto.js';
import { PaymentUserSummary } from './payment-user.dto.js';

/** The processor's references to a card authorization. */
export class CardProcessorDetails {
  @TextField({ optional: true, description: 'Authorization code.' })
  auth_code?: string;

  @TextField({ optional: true, description: 'Reference in the card network.' })
  network_transaction_reference?: string;

  @TextField({ optional: true, description: 'The gateway that authorized.', example: 'GW1' })
  processor_id?: string;

  @TextField({ optional: true, description: "The gateway's reference." })
  processor_reference?: string;

  @TextField({ optional: true, description: 'Token of the method.' })
  token_id?: string;
}

export class CardDetails {
  @TextField({ optional: true, description: 'Reference at the acquirer.' })
  acquirer_authorization_reference?: string;

  @TextField({ optional: true, description: 'Card brand.', example: 'Visa' })
  brand?: string;

  @TextField({ optional: true, description: "The brand's product." })
  brand_product_name?: string;

  @TextField({ optional: true, description: 'Fingerprint of the number; a reissue changes it.' })
  card_number_alias?: string;

  @TextField({ optional: true, description: 'Legal entity that collects.' })
  collection_entity_name?: string;

  @TextField({ optional: true, description: 'Country of issuance, 2 letters.', example: 'HK' })
  country?: string;

  @IntegerField({ optional: true, min: 1, max: 12, description: '3 is March.', example: 3 })
  expiry_month?: number;

  @IntegerField({ optional: true, min: 2000, max: 9999, description: '4 digits.', example: 2030 })
  expiry_year?: number;

  @TextField({ optional: true, description: 'Fingerprint of the account; a reissue keeps it.' })
  fingerprint?: string;

  @EnumField(CARD_FUNDINGS, { optional: true, description: 'How the card is funded.' })
  funding?: CardFunding;

  @BooleanField({ optional: true, nullable: true, description: 'Whether it is a company card.' })
  is_commercial?: boolean | null;

  @TextField({ optional: true, description: 'Last 4 digits.', example: '4242' })
  last4?: string;

  @ObjectField(() => CardProcessorDetails, {
    optional: true,
    nullable: true,
    description: "The processor's own references.",
  })
  processor_details?: CardProcessorDetails | null;

  @TextField({ optional: true, description: 'When collected through a processor.' })
  processor_entity_name?: string;

  @TextField({ optional: true, description: 'Our unique ID of the authorization.' })
  service_authorization_reference?: string;

  @TextField({
    optional: true,
    description: 'FIXED_SCHEDULE, NON_RECURRING or VARIABLE_RECURRING.',
    example: 'NON_RECURRING',
  })
  recurring_payment_mode?: string;
}

export class ProcessorRiskData {
  @TextField({ optional: true, description: 'Browser.' })
  browser_type?: string;

  @TextField({ optional: true, description: 'Device.' })
  device_type?: string;

  @TextField({ optional: true, description: 'Country.' })
  shopper_country?: string;

  @TextField({ optional: true, description: 'Address.' })
  shopper_ip?: string;

  @TextField({ optional: true, description: 'Locale.' })
  shopper_locale?: string;
}

export class RiskData {
  @ObjectField(() => ProcessorRiskData, { optional: true, description: 'As the processor saw it.' })
  processor_risk_data?: ProcessorRiskData;
}

export class CardResponse {
  @EnumField(CARD_STATUSES, { description: 'Status of the card.' })
  status: CardStatus;

  @ObjectField(() => CardDetails, { optional: true, description: 'May be empty.' })
  card_details?: CardDetails;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @ObjectField(() => RecipientAccount, { optional: true, description: 'Who receives.' })
  recipient_account?: RecipientAccount;

  @ObjectField(() => RiskData, { optional: true, description: 'Risk data.' })
  risk_data?: RiskData;

  @InstantField({ optional: true, description: 'When the card was first created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;
}

export class PaymentMethodResponse {
  @IdField({ description: 'Payment method ID.' })
  payment_method_id: string;

  @EnumField(PAYMENT_METHOD_TYPES, { description: 'Which of card and mandate is present.' })
  payment_method_type: PaymentMethodType;

  @BooleanField({ optional: true, nullable: true, description: 'Absent when not known.' })
  live?: boolean | null;

  @ObjectField(() => CardResponse, { optional: true, description: 'Type CARD only.' })
  card?: CardResponse;

  @ObjectField(() => MandateResponse, { optional: true, description: 'Type MANDATE only.' })
  mandate?: MandateResponse;

  @ObjectField(() => PaymentMethodIntegrationMetadata, {
    optional: true,
    description: 'As the gateway keeps it.',
  })
  integration_metadata?: PaymentMethodIntegrationMetadata;
}

export class ListPaymentMethodsResponse {
  @ObjectListField(() => PaymentMethodResponse, { description: 'Stored methods, newest first.' })
  payment_methods: PaymentMethodResponse[];

  @ObjectField(() => PaymentUserSummary, { description: 'The user.' })
  sender: PaymentUserSummary;
}
