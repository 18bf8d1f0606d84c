import { DomainError, isCurrency, isReturnAddress, utcDate } from '@towpath/kernel';
import type { PaymentLinkSnapshot } from './payment-link.table.js';

export type PaymentLinkTerms = Pick<
  PaymentLinkSnapshot,
  | 'uniqueReferenceId'
  | 'mode'
  | 'currency'
  | 'amount'
  | 'description'
  | 'externalTransactionReference'
  | 'language'
  | 'uiMode'
  | 'redirectUri'
  | 'setupOptions'
  | 'metadata'
  | 'paymentMetadata'
  | 'integrationMetadata'
>;

/** The terms that a customer app requested, each member of the right type and size. */
export interface RequestedTerms extends Omit<PaymentLinkTerms, 'language' | 'uiMode'> {
  readonly language: PaymentLinkTerms['language'] | null;
  readonly uiMode: PaymentLinkTerms['uiMode'] | null;
}

interface TermsContext {
  readonly appType: 'TEST' | 'LIVE';
  readonly now: Date;
}

/** The content that a repeat is compared by: an explicit default equals an absent member. */
export function contentOf(requested: RequestedTerms): PaymentLinkTerms {
  const { redirectUri } = requested;
  return {
    ...requested,
    language: requested.language ?? 'en',
    uiMode: requested.uiMode ?? (redirectUri === null ? 'standalone' : 'redirect'),
    paymentMetadata: requested.mode === 'PAYMENT' ? requested.paymentMetadata : null,
  };
}

/** Rules between members, in the order of the request; the first broken one is named. */
export function agreeTerms(requested: RequestedTerms, context: TermsContext): PaymentLinkTerms {
  if (!isCurrency(requested.currency)) throw invalid('currency must be an ISO 4217 code');
  const terms = contentOf(requested);
  checkPayment(terms);
  checkCustomizations(terms, context);
  checkSetupOptions(terms, context);
  return terms;
}

function checkPayment({ mode, amount, description }: PaymentLinkTerms): void {
  if (mode === 'PAYMENT' && amount === null) {
    throw invalid('amount must be given when mode is PAYMENT');
  }
  if (mode === 'SETUP' && amount !== null) {
    throw invalid('amount must not be given when mode is SETUP');
  }
  if (mode === 'PAYMENT' && description === null) {
    throw invalid('payment_details must be given when mode is PAYMENT');
  }
}

function checkCustomizations({ uiMode, redirectUri }: PaymentLinkTerms, { appType }: TermsContext) {
  if (redirectUri === null && (uiMode === 'redirect' || uiMode === 'auto_redirect')) {
    throw invalid(`link_customizations.redirect_uri must be given when ui_mode is ${uiMode}`);
  }
  if (redirectUri !== null && !isReturnAddress(redirectUri, appType)) {
    throw invalid('link_customizations.redirect_uri must be an absolute https URI');
  }
}

function checkSetupOptions({ mode, setupOptions }: PaymentLinkTerms, { now }: TermsContext): void {
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
