import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  CsvField,
  CurrencyField,
  DateField,
  EmailField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  MetadataField,
  ObjectField,
  ObjectListField,
  oneOf,
  TextField,
} from '../../fields/index.js';
import {
  LIMIT_PERIODS,
  MANDATE_STATUSES,
  USER_TYPES,
  type LimitPeriod,
  type MandateStatus,
  type UserType,
} from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import {
  Fee,
  Recipient,
  RecipientAccount,
  SenderAccount,
  SenderDetail,
  SenderSummary,
} from '../payment-link/parties.dto.js';
import {
  TransactionLimits,
  TransactionLimitsRequest,
} from '../shared/payment-setup-options.dto.js';

const ID_LIMITS = { min: 1, max: 100 };

/** Reserved: stored and returned, without an effect. */
export class PaymentSchedule {
  @IntegerField({ min: 1, description: 'Major units.', example: 100 })
  amount: number;

  @EnumField(LIMIT_PERIODS, { description: 'How often.' })
  frequency: LimitPeriod;
}

export class MandateDetailsRequest {
  @CurrencyField()
  currency: string;

  @DateField({ optional: true, description: 'First day of payments, UTC; today when absent.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @ObjectField(() => PaymentSchedule, { optional: true, description: 'Reserved.' })
  payment_schedule?: PaymentSchedule;

  @ObjectField(() => TransactionLimitsRequest, { optional: true, description: 'Limits.' })
  transaction_limits?: TransactionLimitsRequest;

  @TextField({
    optional: true,
    max: 100,
    description: 'Shown to the user; the description of payments that have none.',
    example: 'Monthly membership',
  })
  description?: string;
}

export class MandateDetails {
  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: 'Legal entity that collects.' })
  collection_entity_name?: string;

  @TextField({ optional: true, description: 'When collected through a processor.' })
  processor_entity_name?: string;

  @TextField({ optional: true, description: 'As registered with the bank.' })
  dda_reference?: string;

  @TextField({ optional: true, description: 'Shown to the user.' })
  description?: string;

  @DateField({ optional: true, description: 'First day of payments, UTC, inclusive.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @TextField({ optional: true, description: "The bank's, once it has accepted." })
  mandate_bank_reference?: string;

  @ObjectField(() => PaymentSchedule, { optional: true, description: 'Reserved.' })
  payment_schedule?: PaymentSchedule;

  @ObjectField(() => TransactionLimits, { optional: true, description: 'Limits.' })
  transaction_limits?: TransactionLimits;
}

export class MandateRecipientAccountRequest {
  @TextField({
    ...ID_LIMITS,
    description: 'The settlement account that receives.',
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class MandateSenderRequest {
  @EmailField({ description: 'E-mail address.', example: 'tm@example.com' })
  email: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Name.', example: 'Chan Tai Man' })
  name?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: "The customer app's ID of the end-user; the same one gives the same user.",
    example: 'customer-42',
  })
  external_user_id?: string;

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  user_type?: UserType;

  @ObjectListField(() => SenderDetail, {
    optional: true,
    maxItems: 10,
    description: 'For fraud checks.',
  })
  user_details?: SenderDetail[];
}

export class CreateMandateRequest {
  @ObjectField(() => MandateRecipientAccountRequest, { description: 'Who receives.' })
  recipient_account: MandateRecipientAccountRequest;

  @ObjectField(() => MandateSenderRequest, { description: 'Who pays.' })
  sender: MandateSenderRequest;

  @ObjectField(() => MandateDetailsRequest, { description: 'What may be collected.' })
  mandate_details: MandateDetailsRequest;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

/** The sender as the operations that create a mandate show it. */
export class CreatedMandateSender extends SenderSummary {
  @TextField({ optional: true, description: 'E-mail address.' })
  email?: string;
}

abstract class Mandate {
  @IdField({ description: 'Mandate ID.' })
  mandate_id: string;

  @IdField({ description: 'Charges the mandate.' })
  payment_method_id: string;

  @EnumField(MANDATE_STATUSES, { description: 'Only SUCCEEDED can be charged.' })
  status: MandateStatus;

  @InstantField({ description: 'When it was created.' })
  created_at: string;

  @InstantField({ description: 'When it last changed.' })
  updated_at: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @ObjectListField(() => Fee, { optional: true, description: 'Fees.' })
  fees?: Fee[];

  @ObjectField(() => MandateDetails, { description: 'What may be collected.' })
  mandate_details: MandateDetails;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @ObjectField(() => Recipient, { description: 'Who receives.' })
  recipient: Recipient;

  @ObjectField(() => RecipientAccount, { optional: true, description: 'Where it is received.' })
  recipient_account?: RecipientAccount;

  @ObjectField(() => SenderAccount, { optional: true, description: 'Once it is known.' })
  sender_account?: SenderAccount;
}

export class MandateResponse extends Mandate {
  @ObjectField(() => SenderSummary, { description: 'Who pays.' })
  sender: SenderSummary;
}

export class CreatedMandateResponse extends Mandate {
  @ObjectField(() => CreatedMandateSender, { description: 'Who pays.' })
  sender: CreatedMandateSender;
}

export class ListMandatesQuery extends PageQuery {
  @DateField({ optional: true, description: 'Updated on this day or later, UTC.' })
  date_from?: string;

  @DateField({ optional: true, description: 'Updated on this day or earlier, UTC.' })
  date_to?: string;

  @CsvField(oneOf(MANDATE_STATUSES), { optional: true, description: 'Any of these statuses.' })
  statuses?: MandateStatus[];

  @EnumField(USER_TYPES, { optional: true, description: 'Person or company.' })
  sender_type?: UserType;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Payment user ID of the sender.' })
  user_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: "The sender's institution." })
  institution_id?: string;
}

export class ListMandatesResponse extends PageResponse {
  @ObjectListField(() => MandateResponse, { description: 'One page.' })
  mandates: MandateResponse[];

  @IntegerField({ min: 0, description: 'How many match the filters.' })
  total_mandates: number;
}
