import { field } from '../../fields/index.js';
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
  @field.enum('Answer that is selected at first.', ENROLLMENT_PREFILL_VALUES)
  prefill: EnrollmentPrefillValue;
}

export class HostedCard {
  @field.text('Brand of the card.') brand: string;
  @field.text('Last 4 digits of the card number.') last4: string;
}

/** An account as its holder recognizes it. */
export class HostedSenderAccount {
  @field.text('Last letters or digits of the account number.', { example: '****6789' })
  account_number_masked: string;
  @field.text('Name of the bank, if it is known.', { optional: true }) institution_name?: string;
}

/** An error in words that are safe to show to the payer. */
export class HostedError {
  @field.text('A code of the error catalogue.') error_code: string;
  @field.text('Text of the error code; the same for every error with the code.') message: string;
  @field.text('What the payer can do about the error.') display_details: string;
}

/** The latest transfer that did not pay the link, and went back. */
export class HostedReturnedTransfer {
  @field.amount('Amount of the transfer that was returned, in minor units.', { example: 12000 })
  amount: number;
  @field.currency() currency: string;
  @field.enum(
    'TOO_LITTLE: less than the amount due. OTHER_CURRENCY: not the currency of the link.',
    RETURN_CAUSES,
  )
  cause: ReturnCause;
}

/** Instructions for a bank transfer. */
export class HostedTransferInstructions {
  @field.text('Name of the recipient of the transfer.', { example: 'Acme Ltd' })
  recipient_name: string;
  @field.text('Account number to which the payer transfers the money.', {
    example: '01JQ0000000000000000000ACC',
  })
  account_number: string;
  @field.text('Reference that the payer gives with the transfer. Spaces are ignored.', {
    example: '9X4K Q2V7 M3TB',
  })
  reference: string;
  @field.object(
    'Latest transfer for the link that was returned to the payer.',
    () => HostedReturnedTransfer,
    { optional: true },
  )
  returned?: HostedReturnedTransfer;
}

export class HostedAttempt {
  @field.id('ID of the payment attempt.') attempt_id: string;
  @field.enum('How the payer pays.', PAYMENT_TYPES) payment_method_type: PaymentType;
  @field.text('Status of the payment. When mode is SETUP: status of the card.') status: string;
  @field.text('URL that the payer must open next; leads to the page of the bank.', {
    optional: true,
  })
  redirect_url?: string;
  @field.object('The card, once it was submitted.', () => HostedCard, { optional: true })
  card?: HostedCard;
  @field.object(
    'Bank account of the saved mandate that the payer chose.',
    () => HostedSenderAccount,
    { optional: true },
  )
  sender_account?: HostedSenderAccount;
  @field.amount('Surcharge in addition to the amount, in minor units. Absent if there is none.', {
    optional: true,
  })
  surcharge_amount?: number;
  @field.object(
    'Instructions for the payer, while a bank transfer is awaited.',
    () => HostedTransferInstructions,
    { optional: true },
  )
  transfer?: HostedTransferInstructions;
  @field.object('Why the attempt failed. Present on failure only.', () => HostedError, {
    optional: true,
  })
  error?: HostedError;
}

export const MONEY_MOVED = ['YES', 'NO', 'UNKNOWN'] as const;
export type MoneyMoved = (typeof MONEY_MOVED)[number];

/** Everything that the hosted payment page shows. */
export class HostedView {
  @field.id('ID of the payment link.') payment_link_id: string;
  @field.text("The customer app's own reference of the link.") unique_reference_id: string;
  @field.enum(
    'PAYMENT collects an amount now; SETUP stores a payment method for later.',
    PAYMENT_LINK_MODES,
  )
  mode: PaymentLinkMode;
  @field.enum('Status of the payment link.', PAYMENT_LINK_STATUSES) status: PaymentLinkStatus;
  @field.enum("Progress of the payer's attempts on the link.", SESSION_STATUSES)
  session_status: SessionStatus;
  @field.amount('Amount to pay, in minor units. Present only when mode is PAYMENT.', {
    optional: true,
  })
  amount?: number;
  @field.currency() currency: string;
  @field.text('What the payment is for.', { optional: true }) description?: string;
  @field.enum('Language of the hosted page.', PAGE_LANGUAGES) language: PageLanguage;
  @field.text('Country of the link, as an alpha-3 code. Chinese is traditional for HKG.', {
    optional: true,
    example: 'HKG',
  })
  country?: string;
  @field.enum('How the payer leaves the page.', UI_MODES) ui_mode: UiMode;
  @field.text('URL to which the payer returns.', { optional: true }) return_url?: string;
  @field.boolean('True for real money, false for tests.') live: boolean;
  @field.object('Merchant who receives the money.', () => HostedMerchant) merchant: HostedMerchant;
  @field.enum(
    'AUTOPAY: the merchant starts later payments. CLICK_TO_PAY: the payer does.',
    FUTURE_PAYMENTS,
    { optional: true },
  )
  future_payments?: FuturePayments;
  @field.object(
    'Question about autopay, to answer before a method is chosen.',
    () => AutopayEnrollment,
    { optional: true },
  )
  autopay_enrollment?: AutopayEnrollment;
  @field.object('Current attempt of the payer. Absent before the first one.', () => HostedAttempt, {
    optional: true,
  })
  attempt?: HostedAttempt;
  @field.enumList(
    'Methods for which the link accepts no more attempts. This limit is permanent.',
    PAYMENT_TYPES,
    { optional: true },
  )
  used_up_payment_method_types?: PaymentType[];
  @field.enum('Whether the payer was charged.', MONEY_MOVED) money_moved: MoneyMoved;
}
