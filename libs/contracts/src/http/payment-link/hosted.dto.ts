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
  @EnumField(ENROLLMENT_PREFILL_VALUES, { description: 'The answer to begin with.' })
  prefill: EnrollmentPrefillValue;
}

export class HostedCard {
  @TextField({ description: 'Card brand.' })
  brand: string;

  @TextField({ description: 'Last 4 digits.' })
  last4: string;
}

/** An account as its holder recognizes it. */
export class HostedSenderAccount {
  @TextField({ description: 'Last digits only.', example: '****6789' })
  account_number_masked: string;

  @TextField({ optional: true, description: 'The bank, where its name is known.' })
  institution_name?: string;
}

/** An error in words that are safe to show to the payer. */
export class HostedError {
  @TextField({ description: 'A code of the error catalogue.' })
  error_code: string;

  @TextField({ description: 'Constant text of the code.' })
  message: string;

  @TextField({ description: 'What the payer can do.' })
  display_details: string;
}

/** The latest transfer that did not pay the link, and went back. */
export class HostedReturnedTransfer {
  @AmountField({ description: 'What arrived, in minor units.', example: 12000 })
  amount: number;

  @CurrencyField()
  currency: string;

  @EnumField(RETURN_CAUSES, {
    description: 'TOO_LITTLE: less than is due. OTHER_CURRENCY: not that of the link.',
  })
  cause: ReturnCause;
}

/** Instructions for a bank transfer. */
export class HostedTransferInstructions {
  @TextField({ description: 'Who receives it.', example: 'Acme Ltd' })
  recipient_name: string;

  @TextField({
    description: 'The account that receives it.',
    example: '01JQ0000000000000000000ACC',
  })
  account_number: string;

  @TextField({
    description: 'To be given with the transfer; spaces in it do not count.',
    example: '9X4K Q2V7 M3TB',
  })
  reference: string;

  @ObjectField(() => HostedReturnedTransfer, {
    optional: true,
    description: 'Of a transfer that arrived and went back.',
  })
  returned?: HostedReturnedTransfer;
}

export class HostedAttempt {
  @IdField({ description: 'The attempt.' })
  attempt_id: string;

  @EnumField(PAYMENT_TYPES, { description: 'How the payer pays.' })
  payment_method_type: PaymentType;

  @TextField({ description: 'Status of the payment, or of the card when mode is SETUP.' })
  status: string;

  @TextField({
    optional: true,
    description: 'Where the payer must go next: leads to the page of the bank.',
  })
  redirect_url?: string;

  @ObjectField(() => HostedCard, { optional: true, description: 'The card, once submitted.' })
  card?: HostedCard;

  @ObjectField(() => HostedSenderAccount, {
    optional: true,
    description: 'The account of a saved mandate that was tapped.',
  })
  sender_account?: HostedSenderAccount;

  @AmountField({ optional: true, description: 'Beside the amount; minor units, absent for none.' })
  surcharge_amount?: number;

  @ObjectField(() => HostedTransferInstructions, {
    optional: true,
    description: 'While a bank transfer is awaited.',
  })
  transfer?: HostedTransferInstructions;

  @ObjectField(() => HostedError, { optional: true, description: 'On failure.' })
  error?: HostedError;
}

export const MONEY_MOVED = ['YES', 'NO', 'UNKNOWN'] as const;
export type MoneyMoved = (typeof MONEY_MOVED)[number];

/** Everything that the hosted payment page shows. */
export class HostedView {
  @IdField({ description: 'The link.' })
  payment_link_id: string;

  @TextField({ description: "The customer app's reference." })
  unique_reference_id: string;

  @EnumField(PAYMENT_LINK_MODES, { description: 'Collect now or store a method.' })
  mode: PaymentLinkMode;

  @EnumField(PAYMENT_LINK_STATUSES, { description: 'Of the link.' })
  status: PaymentLinkStatus;

  @EnumField(SESSION_STATUSES, { description: 'Of its attempts.' })
  session_status: SessionStatus;

  @AmountField({ optional: true, description: 'Minor units; mode PAYMENT only.' })
  amount?: number;

  @CurrencyField()
  currency: string;

  @TextField({ optional: true, description: 'What is paid for.' })
  description?: string;

  @EnumField(PAGE_LANGUAGES, { description: 'Language of the page.' })
  language: PageLanguage;

  @TextField({
    optional: true,
    description: 'ISO 3166, 3 letters: Chinese is traditional in HKG.',
    example: 'HKG',
  })
  country?: string;

  @EnumField(UI_MODES, { description: 'How the page is left.' })
  ui_mode: UiMode;

  @TextField({ optional: true, description: 'Where the payer is sent back to.' })
  return_url?: string;

  @BooleanField({ description: 'Whether real money moves.' })
  live: boolean;

  @ObjectField(() => HostedMerchant, { description: 'Who receives.' })
  merchant: HostedMerchant;

  @EnumField(FUTURE_PAYMENTS, { optional: true, description: 'Who starts later payments.' })
  future_payments?: FuturePayments;

  @ObjectField(() => AutopayEnrollment, {
    optional: true,
    description: 'To be answered before a method is chosen.',
  })
  autopay_enrollment?: AutopayEnrollment;

  @ObjectField(() => HostedAttempt, { optional: true, description: 'The current attempt.' })
  attempt?: HostedAttempt;

  @EnumListField(PAYMENT_TYPES, {
    optional: true,
    description: 'The types of which the link takes no more attempts: that limit never lifts.',
  })
  used_up_payment_method_types?: PaymentType[];

  @EnumField(MONEY_MOVED, { description: 'Whether the payer was charged.' })
  money_moved: MoneyMoved;
}
