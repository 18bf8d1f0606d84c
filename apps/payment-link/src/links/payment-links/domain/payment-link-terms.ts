import { DomainError, isCurrency, isReturnAddress, utcDate } from '@towpath/kernel';

export type Language = 'en' | 'vi' | 'zh' | 'ko';
export type UiMode = 'iframe' | 'redirect' | 'auto_redirect' | 'standalone';
export type MethodType = 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';

export interface LinkCustomizations {
  readonly language: Language;
  readonly uiMode: UiMode;
  readonly redirectUri: string | null;
}

interface LinkPaymentDetails {
  readonly description: string;
  readonly externalTransactionReference: string;
}

/** Limits of a mandate, in the words of the interface. Amounts: minor units. */
export interface SetupLimits {
  readonly max_transaction_amount: number;
  readonly max_period_amount?: number;
  readonly max_period_count?: number;
  readonly period?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';
}

/** Rules depend on the named members; the others are returned as they were given. */
export interface PaymentSetupOptions {
  readonly future_payments?: 'AUTOPAY' | 'CLICK_TO_PAY';
  readonly payment_method_types?: readonly MethodType[];
  readonly recipient_account_filters?: { readonly business_unit: string };
  readonly mandate_details?: {
    readonly start_date?: string;
    readonly end_date?: string;
    readonly transaction_limits?: SetupLimits;
    readonly description?: string;
  };
  readonly autopay_enrollment_configuration?: {
    readonly display_enrollment_screen: boolean;
    readonly enrollment_prefill_value?: 'YES' | 'NO';
  };
  readonly recurring_payment_mode?: string;
}

export interface PaymentLinkTerms {
  readonly uniqueReferenceId: string;
  readonly mode: 'PAYMENT' | 'SETUP';
  readonly currency: string;
  /** Minor units; only in a PAYMENT link. */
  readonly amount: number | null;
  readonly paymentDetails: LinkPaymentDetails | null;
  readonly customizations: LinkCustomizations;
  readonly setupOptions: PaymentSetupOptions | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly paymentMetadata: Readonly<Record<string, string>> | null;
  readonly integrationMetadata: object | null;
}

/** The terms that a customer app requested, each member of the right type and size. */
export interface RequestedTerms extends Omit<PaymentLinkTerms, 'customizations'> {
  readonly customizations: {
    readonly language: Language | null;
    readonly uiMode: UiMode | null;
    readonly redirectUri: string | null;
  };
}

interface TermsContext {
  readonly appType: 'TEST' | 'LIVE';
  readonly now: Date;
}

/** The content that a repeat is compared by: an explicit default equals an absent member. */
export function contentOf(requested: RequestedTerms): PaymentLinkTerms {
  const paymentMetadata = requested.mode === 'PAYMENT' ? requested.paymentMetadata : null;
  return { ...requested, customizations: completed(requested.customizations), paymentMetadata };
}

/** Rules between members, in the order of the request; the first broken one is named. */
export function agreeTerms(requested: RequestedTerms, context: TermsContext): PaymentLinkTerms {
  if (!isCurrency(requested.currency)) throw invalid('currency must be an ISO 4217 code');
  checkAmount(requested);
  checkPaymentDetails(requested);
  const terms = contentOf(requested);
  checkCustomizations(terms.customizations, context);
  checkSetupOptions(requested, context);
  return terms;
}

function completed(asked: RequestedTerms['customizations']): LinkCustomizations {
  const { redirectUri } = asked;
  const uiMode = asked.uiMode ?? (redirectUri === null ? 'standalone' : 'redirect');
  return { language: asked.language ?? 'en', uiMode, redirectUri };
}

function checkAmount({ mode, amount }: RequestedTerms): void {
  if (mode === 'PAYMENT' && amount === null) {
    throw invalid('amount must be given when mode is PAYMENT');
  }
  if (mode === 'SETUP' && amount !== null) {
    throw invalid('amount must not be given when mode is SETUP');
  }
}

function checkPaymentDetails({ mode, paymentDetails }: RequestedTerms): void {
  if (mode === 'PAYMENT' && paymentDetails === null) {
    throw invalid('payment_details must be given when mode is PAYMENT');
  }
}

function checkCustomizations(
  { uiMode, redirectUri }: LinkCustomizations,
  { appType }: TermsContext,
): void {
  if (redirectUri === null && (uiMode === 'redirect' || uiMode === 'auto_redirect')) {
    throw invalid(`link_customizations.redirect_uri must be given when ui_mode is ${uiMode}`);
  }
  if (redirectUri !== null && !isReturnAddress(redirectUri, appType)) {
    throw invalid('link_customizations.redirect_uri must be an absolute https URI');
  }
}

function checkSetupOptions({ mode, setupOptions }: RequestedTerms, { now }: TermsContext): void {
  if (mode === 'SETUP' && setupOptions === null) {
    throw invalid('payment_setup_options must be given when mode is SETUP');
  }
  if (mode === 'SETUP' && setupOptions?.future_payments === undefined) {
    throw invalid('payment_setup_options.future_payments must be given when mode is SETUP');
  }
  const enrollment = setupOptions?.autopay_enrollment_configuration;
  if (enrollment?.display_enrollment_screen && !enrollment.enrollment_prefill_value) {
    throw invalid(
      'payment_setup_options.autopay_enrollment_configuration.enrollment_prefill_value ' +
        'must be given when the screen is displayed',
    );
  }
  checkMandateDates(setupOptions?.mandate_details ?? {}, utcDate(now));
}

/** Dates as text: `YYYY-MM-DD` sorts as time does. */
function checkMandateDates(
  { start_date: start, end_date: end }: { start_date?: string; end_date?: string },
  today: string,
): void {
  const path = 'payment_setup_options.mandate_details';
  if (start !== undefined && start < today) {
    throw invalid(`${path}.start_date must be today (UTC) or later`);
  }
  if (end !== undefined && end < (start ?? today)) {
    throw invalid(`${path}.end_date must not be before ${start ? 'start_date' : 'today (UTC)'}`);
  }
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
