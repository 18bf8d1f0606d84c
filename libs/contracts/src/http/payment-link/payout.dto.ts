import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  MetadataField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import {
  PAYOUT_STATUSES,
  PAYOUT_TYPES,
  type PayoutStatus,
  type PayoutType,
} from '../../states/index.js';
import { Fee, Recipient, RecipientAccount, SenderAccount, SenderSummary } from './parties.dto.js';

export class PayoutProcessorDetails {
  @TextField({ optional: true, description: 'The bank.', example: 'GW3' })
  processor_id?: string;

  @TextField({ optional: true, description: "The bank's reference." })
  processor_reference?: string;
}

export class PayoutReferences {
  @TextField({ optional: true, description: 'As the recipient sees it.' })
  recipient_reference?: string;

  @TextField({ optional: true, description: 'Ours.' })
  service_transaction_reference?: string;

  @TextField({ optional: true, description: "The bank's." })
  bank_transaction_reference?: string;

  @TextField({ optional: true, description: 'A second one of the bank.' })
  bank_additional_reference?: string;
}

export class PayoutDetailsResponse {
  @TextField({ optional: true, description: 'Shown by banks.', example: 'March' })
  description?: string;

  @TextField({ optional: true, description: "The customer app's reference." })
  external_transaction_reference?: string;

  @IdField({ optional: true, description: 'The mandate that the funds are pulled on.' })
  mandate_id?: string;

  @InstantField({ optional: true, nullable: true, description: 'Of a SCHEDULED payout.' })
  scheduled_date?: string | null;

  @InstantField({ optional: true, nullable: true, description: 'When it should arrive.' })
  estimated_arrival_time?: string | null;

  @ObjectField(() => PayoutProcessorDetails, { optional: true, description: "The bank's side." })
  processor_details?: PayoutProcessorDetails;

  @ObjectField(() => PayoutReferences, { optional: true, description: 'References.' })
  references?: PayoutReferences;
}

/** Money to an end-user. The merchant is the sender here, and the end-user the recipient. */
export class PayoutResponse {
  @IdField({ description: 'Payout ID.' })
  payout_id: string;

  @EnumField(PAYOUT_STATUSES, { description: 'EXECUTED is the only success.' })
  status: PayoutStatus;

  @EnumField(PAYOUT_TYPES, { description: 'What started it.' })
  type: PayoutType;

  @AmountField({ description: 'Minor units.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @BooleanField({ description: 'False for a test rail.' })
  live: boolean;

  @DateField({ optional: true, description: 'The day it was executed, UTC.' })
  transaction_date?: string;

  @InstantField({ optional: true, nullable: true, description: 'When it was executed.' })
  transaction_time?: string | null;

  @ObjectField(() => PayoutDetailsResponse, { optional: true, description: 'References.' })
  payment_details?: PayoutDetailsResponse;

  @ObjectField(() => Recipient, { optional: true, description: 'The merchant.' })
  sender?: Recipient;

  @ObjectField(() => RecipientAccount, { optional: true, description: 'The account that pays.' })
  sender_account?: RecipientAccount;

  @ObjectField(() => SenderSummary, { optional: true, description: 'Who receives.' })
  recipient?: SenderSummary;

  @ObjectField(() => SenderAccount, { optional: true, description: 'The account that receives.' })
  recipient_account?: SenderAccount;

  @ObjectListField(() => Fee, { optional: true, description: 'Fees.' })
  fees?: Fee[];

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @InstantField({ optional: true, description: 'When it was created.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;
}
