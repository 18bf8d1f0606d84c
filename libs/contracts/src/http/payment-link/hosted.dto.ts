import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  EnumListField,
  IdField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import {
  ENROLLMENT_PREFILL_VALUES,
  FUTURE_PAYMENTS,
  PAGE_LANGUAGES,
  PAYMENT_LINK_MODES,
  PAYMENT_LINK_STATUSES,
  PAYMENT_TYPES,
  RETURN_CAUSES,
  SESSION_STATUSES,
  UI_MODES,
  type EnrollmentPrefillValue,
  type FuturePayments,
  type PageLanguage,
  type PaymentLinkMode,
  type PaymentLinkStatus,
  type PaymentType,
  type ReturnCause,
  type SessionStatus,
  type UiMode,
} from '../../states/index.js';
import { HostedMerchant } from '../shared/hosted-page.dto.js';

export class AutopayEnrollment {
  @EnumField(ENROLLMENT_PREFILL_VALUES, { description: 'Answer that is selected at first.' })
  prefill: EnrollmentPrefillValue;
}

export class HostedCard {
  @TextField({ description: 'Brand of the card.' })
  brand: string;

  @TextField({ description: 'Last 4 digits of the card number.' })
  last4: string;
}

/** An account as its holder recognizes it. */
export class HostedSenderAccount {
  @TextField({ description: 'Last letters or digits of the account number.', example: '****6789' })
  account_number_masked: string;

  @TextField({ optional: true, description: 'Name of the bank, if it is known.' })
  institution_name?: string;
}

/** An error in words that are safe to show to the payer. */
export class HostedError {
  @TextField({ description: 'A code of the error catalogue.' })
  error_code: string;

  @TextField({ description: 'Text of the error code; the same for every error with the code.' })
  message: string;

  @TextField({ description: 'What the payer can do about the error.' })
  display_details: string;
}

/** The latest transfer that did not pay the link, and went back. */
export class HostedReturnedTransfer {
  @AmountField({
    description: 'Amount of the transfer that was returned, in minor units.',
    example: 12000,
  })
  amount: number;

  @CurrencyField()
  currency: string;

  @EnumField(RETURN_CAUSES, {
    description:
      'TOO_LITTLE: less than the amount due. OTHER_CURRENCY: not the currency of the link.',
  })
  cause: ReturnCause;
}

/** Instructions for a bank transfer. */
export class HostedTransferInstructions {
  @TextField({ description: 'Name of the recipient of the transfer.', example: 'Acme Ltd' })
  recipient_name: string;

  @TextField({
    description: 'Account number to which the payer transfers the money.',
    example: '01JQ0000000000000000000ACC',
  })
  account_number: string;

  @TextField({
    description: 'Reference that the payer gives with the transfer. Spaces are ignored.',
    example: '9X4K Q2V7 M3TB',
  })
  reference: string;

  @ObjectField(() => HostedReturnedTransfer, {
    optional: true,
    description: 'Latest transfer for the link that was returned to the payer.',
  })
  returned?: HostedReturnedTransfer;
}

export class HostedAttempt {
  @IdField({ description: 'ID of the payment attempt.' })
  attempt_id: string;

  @EnumField(PAYMENT_TYPES, { description: 'How the payer pays.' })
  payment_method_type: PaymentType;

  @TextField({ description: 'Status of the payment. When mode is SETUP: status of the card.' })
  status: string;

  @TextField({
    optional: true,
    description: 'URL that the payer must open next; leads to the page of the bank.',
  })
  redirect_url?: string;

  @ObjectField(() => HostedCard, {
    optional: true,
    description: 'The card, once it was submitted.',
  })
  card?: HostedCard;

  @ObjectField(() => HostedSenderAccount, {
    optional: true,
    description: 'Bank account of the saved mandate that the payer chose.',
  })
  sender_account?: HostedSenderAccount;

  @AmountField({
    optional: true,
    description: 'Surcharge in addition to the amount, in minor units. Absent if there is none.',
  })
  surcharge_amount?: number;

  @ObjectField(() => HostedTransferInstructions, {
    optional: true,
    description: 'Instructions for the payer, while a bank transfer is awaited.',
  })
  transfer?: HostedTransferInstructions;

  @ObjectField(() => HostedError, {
    optional: true,
    description: 'Why the attempt failed. Present on failure only.',
  })
  error?: HostedError;
}

export const MONEY_MOVED = ['YES', 'NO', 'UNKNOWN'] as const;
export type MoneyMoved = (typeof MONEY_MOVED)[number];

/** Everything that the hosted payment page shows. */
export class HostedView {
  @IdField({ description: 'ID of the payment link.' })
  payment_link_id: string;

  @TextField({ description: "The customer app's own reference of the link." })
  unique_reference_id: string;

  @EnumField(PAYMENT_LINK_MODES, {
    description: 'PAYMENT collects an amount now; SETUP stores a payment method for later.',
  })
  mode: PaymentLinkMode;

  @EnumField(PAYMENT_LINK_STATUSES, { description: 'Status of the payment link.' })
  status: PaymentLinkStatus;

  @EnumField(SESSION_STATUSES, { description: "Progress of the payer's attempts on the link." })
  session_status: SessionStatus;

  @AmountField({
    optional: true,
    description: 'Amount to pay, in minor units. Present only when mode is PAYMENT.',
  })
  amount?: number;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: 'What the payment is for.' })
  description?: string;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the hosted page.' })
  language: PageLanguage;

  @TextField({
    optional: true,
    description: 'Country of the link, as an alpha-3 code. Chinese is traditional for HKG.',
    example: 'HKG',
  })
  country?: string;

  @EnumField(UI_MODES, { description: 'How the payer leaves the page.' })
  ui_mode: UiMode;

  @TextField({ optional: true, description: 'URL to which the payer returns.' })
  return_url?: string;

  @BooleanField({ description: 'True for real money, false for tests.' })
  live: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Merchant who receives the money.' })
  merchant: HostedMerchant;

  @EnumField(FUTURE_PAYMENTS, {
    optional: true,
    description: 'AUTOPAY: the merchant starts later payments. CLICK_TO_PAY: the payer does.',
  })
  future_payments?: FuturePayments;

  @ObjectField(() => AutopayEnrollment, {
    optional: true,
    description: 'Question about autopay, to answer before a method is chosen.',
  })
  autopay_enrollment?: AutopayEnrollment;

  @ObjectField(() => HostedAttempt, {
    optional: true,
    description: 'Current attempt of the payer. Absent before the first one.',
  })
  attempt?: HostedAttempt;

  @EnumListField(PAYMENT_TYPES, {
    optional: true,
    description: 'Methods for which the link accepts no more attempts. This limit is permanent.',
  })
  used_up_payment_method_types?: PaymentType[];

  @EnumField(MONEY_MOVED, { description: 'Whether the payer was charged.' })
  money_moved: MoneyMoved;
}
