import type {
  CardDetails,
  CardProcessorDetails,
  PaymentProcessorDetails,
} from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import type { CardAnswer, CardTruth } from '../ports.js';

interface Decline {
  readonly decline_code: string;
  readonly decline_reason: string;
  readonly result_code: string;
}

/** What the simulated gateway sends; members depend on the call and the status. */
export interface SandboxAuthorization {
  readonly reference: string;
  readonly psp_reference?: string;
  readonly status: string;
  readonly action?: { readonly redirect_url: string };
  readonly decline?: Decline;
  readonly auth_code?: string;
  readonly network_transaction_reference?: string;
  readonly stored_payment_method_id?: string;
  readonly card?: {
    readonly brand: string;
    readonly last4: string;
    readonly expiry_month: number;
    readonly expiry_year: number;
    readonly country: string;
    readonly funding: NonNullable<CardDetails['funding']>;
    readonly fingerprint: string;
    readonly card_number_alias: string;
    readonly is_commercial: boolean | null;
  };
}

const TRUTHS: Readonly<Record<string, CardTruth>> = {
  requires_action: 'ACTION_REQUIRED',
  pending: 'PENDING',
  authorized: 'AUTHORIZED',
  declined: 'DECLINED',
  captured: 'CAPTURED',
  capture_failed: 'CAPTURE_FAILED',
  failed: 'CAPTURE_FAILED',
  voided: 'VOIDED',
  refunded: 'REFUNDED',
};

const DECLINE_CODES: Readonly<Record<string, ErrorCode>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired_card: 'PAYMENT_METHOD_EXPIRED',
  authentication_failed: 'AUTHENTICATION_FAILED',
  authentication_required: 'AUTHENTICATION_REQUIRED',
};

export interface SandboxContext {
  readonly integrationId: string;
  readonly recurringPaymentMode: string | null;
}

/** Throws for a status that nobody told us about: it must not be taken for any outcome. */
export function answerOf(body: SandboxAuthorization, context: SandboxContext): CardAnswer {
  const truth = TRUTHS[body.status];
  if (!truth) throw new Error(`card gateway ${context.integrationId} sent status ${body.status}`);
  return {
    truth,
    redirectUrl: body.action?.redirect_url ?? null,
    failure: failureOf(truth, body.decline),
    processorDetails: present(processorDetailsOf(body, context)),
    cardDetails: present(cardDetailsOf(body, context)),
    integrationMetadata: present(integrationMetadataOf(body, context)),
  };
}

/** Without the members that this answer does not have: they must not cover earlier ones. */
function present(details: object | null): object | null {
  return JSON.parse(JSON.stringify(details)) as object | null;
}

export function neverSeen(): CardAnswer {
  return {
    truth: 'NOT_SEEN',
    redirectUrl: null,
    failure: null,
    processorDetails: null,
    cardDetails: null,
    integrationMetadata: null,
  };
}

/** The gateway refused the request itself, and has no authorization under its reference. */
export function refusedRequest(explanation: string): CardAnswer {
  const failure = { code: 'PAYMENT_METHOD_DECLINED', explanation } as const;
  return { ...neverSeen(), truth: 'DECLINED', failure };
}

function failureOf(truth: CardTruth, decline: Decline | undefined): CardAnswer['failure'] {
  if (truth !== 'DECLINED' && truth !== 'CAPTURE_FAILED') return null;
  const code = DECLINE_CODES[decline?.decline_code ?? ''] ?? 'PAYMENT_METHOD_DECLINED';
  return { code, explanation: decline?.decline_reason ?? 'The card gateway gave no reason.' };
}

function processorDetailsOf(
  body: SandboxAuthorization,
  { integrationId }: SandboxContext,
): PaymentProcessorDetails {
  const { decline } = body;
  return {
    auth_code: body.auth_code,
    processor_id: integrationId,
    processor_reference: body.psp_reference,
    result: {
      status: body.status,
      decline_code: decline?.decline_code,
      decline_reason: decline?.decline_reason,
      result_code: decline?.result_code,
    },
  };
}

function cardDetailsOf(
  body: SandboxAuthorization,
  { integrationId, recurringPaymentMode }: SandboxContext,
): CardDetails | null {
  const { card } = body;
  if (!card) return null;
  const processor: CardProcessorDetails = {
    auth_code: body.auth_code,
    network_transaction_reference: body.network_transaction_reference,
    processor_id: integrationId,
    processor_reference: body.psp_reference,
    token_id: body.stored_payment_method_id,
  };
  return {
    ...card,
    service_authorization_reference: body.reference,
    processor_details: processor,
    recurring_payment_mode: recurringPaymentMode ?? undefined,
  };
}

/** How a later charge without the payer is announced to the card schemes. */
const PROCESSING_MODELS: Readonly<Record<string, string>> = {
  FIXED_SCHEDULE: 'Subscription',
  VARIABLE_RECURRING: 'UnscheduledCardOnFile',
  NON_RECURRING: 'CardOnFile',
};

function integrationMetadataOf(
  body: SandboxAuthorization,
  { integrationId, recurringPaymentMode }: SandboxContext,
): object | null {
  const { stored_payment_method_id: stored } = body;
  if (!stored) return null;
  return {
    integration_id: integrationId,
    [`${integrationId.toLowerCase()}_metadata`]: {
      payment_method_id: stored,
      auth_code: body.auth_code,
      psp_reference: body.psp_reference,
      network_transaction_reference: body.network_transaction_reference,
      recurring_processing_model: PROCESSING_MODELS[recurringPaymentMode ?? 'NON_RECURRING'],
    },
  };
}
