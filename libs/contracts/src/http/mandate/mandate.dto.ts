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
  @IntegerField({ min: 1, description: 'Amount of each payment, in major units.', example: 100 })
  amount: number;

  @EnumField(LIMIT_PERIODS, { description: 'Interval between payments.' })
  frequency: LimitPeriod;
}

export class MandateDetailsRequest {
  @CurrencyField()
  currency: string;

  @DateField({ optional: true, description: 'First day of payments, UTC; today when absent.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @ObjectField(() => PaymentSchedule, { optional: true, description: 'Reserved: without effect.' })
  payment_schedule?: PaymentSchedule;

  @ObjectField(() => TransactionLimitsRequest, { optional: true, description: 'Payment limits.' })
  transaction_limits?: TransactionLimitsRequest;

  @TextField({
    optional: true,
    max: 100,
    description:
      'What the mandate is for, as the payer sees it. Default description of its payments.',
    example: 'Monthly membership',
  })
  description?: string;
}

export class MandateDetails {
  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: 'Legal entity that collects the payments.' })
  collection_entity_name?: string;

  @TextField({
    optional: true,
    description: 'Legal entity of the processor. Absent when the merchant collects directly.',
  })
  processor_entity_name?: string;

  @TextField({
    optional: true,
    description: "Reference of the direct debit authorization at the payer's bank.",
  })
  dda_reference?: string;

  @TextField({ optional: true, description: 'What the mandate is for, as the payer sees it.' })
  description?: string;

  @DateField({ optional: true, description: 'First day of payments, UTC, inclusive.' })
  start_date?: string;

  @DateField({ optional: true, description: 'Last day of payments, UTC, inclusive.' })
  end_date?: string;

  @TextField({
    optional: true,
    description:
      'Reference that the bank generated. Absent until the bank has accepted the mandate.',
  })
  mandate_bank_reference?: string;

  @ObjectField(() => PaymentSchedule, { optional: true, description: 'Reserved: without effect.' })
  payment_schedule?: PaymentSchedule;

  @ObjectField(() => TransactionLimits, { optional: true, description: 'Limits of the payments.' })
  transaction_limits?: TransactionLimits;
}

export class MandateRecipientAccountRequest {
  @TextField({
    ...ID_LIMITS,
    description: 'ID of the settlement account that receives the payments.',
    example: '01JQ0000000000000000000ACC',
  })
  account_id: string;
}

export class MandateSenderRequest {
  @EmailField({ description: 'E-mail address of the payer.', example: 'tm@example.com' })
  email: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    notBlank: true,
    description: 'Name of the payer.',
    example: 'Chan Tai Man',
  })
  name?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Your own ID of the payer. The same ID always means the same payment user.',
    example: 'customer-42',
  })
  external_user_id?: string;

  @EnumField(USER_TYPES, {
    optional: true,
    description: 'Whether the payer is a person or a company.',
  })
  user_type?: UserType;

  @ObjectListField(() => SenderDetail, {
    optional: true,
    maxItems: 10,
    description: 'Identity details of the payer, for fraud checks.',
  })
  user_details?: SenderDetail[];
}

export class CreateMandateRequest {
  @ObjectField(() => MandateRecipientAccountRequest, {
    description: 'Settlement account that receives the payments.',
  })
  recipient_account: MandateRecipientAccountRequest;

  @ObjectField(() => MandateSenderRequest, { description: 'The payer.' })
  sender: MandateSenderRequest;

  @ObjectField(() => MandateDetailsRequest, {
    description: 'Currency, dates, limits and description of the mandate.',
  })
  mandate_details: MandateDetailsRequest;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;
}

/** The sender as the operations that create a mandate show it. */
export class CreatedMandateSender extends SenderSummary {
  @TextField({ optional: true, description: 'E-mail address of the payer.' })
  email?: string;
}

abstract class Mandate {
  @IdField({ description: 'Mandate ID, generated by the service.' })
  mandate_id: string;

  @IdField({ description: "ID of the mandate's payment method, with which you charge it." })
  payment_method_id: string;

  @EnumField(MANDATE_STATUSES, {
    description: 'Status of the mandate; only SUCCEEDED can be charged.',
  })
  status: MandateStatus;

  @InstantField({ description: 'When the mandate was created.' })
  created_at: string;

  @InstantField({ description: 'When the mandate last changed.' })
  updated_at: string;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the mandate failed. Present on failure only.',
  })
  error?: EmbeddedError;

  @ObjectListField(() => Fee, { optional: true, description: 'Fees of the mandate.' })
  fees?: Fee[];

  @ObjectField(() => MandateDetails, {
    description: 'Currency, dates, limits and description of the mandate.',
  })
  mandate_details: MandateDetails;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @ObjectField(() => Recipient, { description: 'The merchant who receives the payments.' })
  recipient: Recipient;

  @ObjectField(() => RecipientAccount, {
    optional: true,
    description: 'Settlement account that receives the payments.',
  })
  recipient_account?: RecipientAccount;

  @ObjectField(() => SenderAccount, {
    optional: true,
    description: 'Bank account of the payer. Absent until it is known.',
  })
  sender_account?: SenderAccount;
}

export class MandateResponse extends Mandate {
  @ObjectField(() => SenderSummary, { description: 'The payer.' })
  sender: SenderSummary;
}

export class CreatedMandateResponse extends Mandate {
  @ObjectField(() => CreatedMandateSender, { description: 'The payer, with the e-mail address.' })
  sender: CreatedMandateSender;
}

export class ListMandatesQuery extends PageQuery {
  @DateField({
    optional: true,
    description: 'Only mandates that changed on this day or later, UTC.',
  })
  date_from?: string;

  @DateField({
    optional: true,
    notBefore: 'date_from',
    description: 'Only mandates that changed on this day or earlier, UTC.',
  })
  date_to?: string;

  @CsvField(oneOf(MANDATE_STATUSES), {
    optional: true,
    description: 'Only mandates with one of these statuses.',
  })
  statuses?: MandateStatus[];

  @EnumField(USER_TYPES, {
    optional: true,
    description: 'Only mandates of a person, or only of a company.',
  })
  sender_type?: UserType;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only mandates of this payer, by payment user ID.',
  })
  user_id?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only mandates on accounts at this institution.',
  })
  institution_id?: string;
}

export class ListMandatesResponse extends PageResponse {
  @ObjectListField(() => MandateResponse, { description: 'Mandates of this page, newest first.' })
  mandates: MandateResponse[];

  @IntegerField({ min: 0, description: 'Number of mandates that match the filters.' })
  total_mandates: number;
}
