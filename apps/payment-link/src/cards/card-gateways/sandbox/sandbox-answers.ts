import type {
  CardDetails,
  CardProcessorDetails,
  PaymentProcessorDetails,
  RiskData,
} from '@towpath/contracts/payment-link';
import { assertUnreachable, type ErrorCode, type GatewayStatus } from '@towpath/kernel';
import { NOT_SEEN, type CardAnswer, type CardSource } from '../ports.js';

interface Decline {
  readonly decline_code: string;
  readonly decline_reason: string;
  readonly result_code: string;
}

export interface SandboxCard {
  readonly brand: string;
  readonly last4: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
  readonly country: string;
  readonly funding: NonNullable<CardDetails['funding']>;
  readonly fingerprint: string;
  readonly card_number_alias: string;
  readonly is_commercial: boolean | null;
}

/** The answer of a simulated gateway in common terms; members depend on call and status. */
export interface SandboxAuthorization {
  readonly reference: string;
  readonly psp_reference?: string | undefined;
  /** In the gateway's own words. */
  readonly status: string;
  readonly gatewayStatus: GatewayStatus;
  readonly redirect_url?: string | undefined;
  readonly decline?: Decline | undefined;
  readonly auth_code?: string | undefined;
  readonly network_transaction_reference?: string | undefined;
  readonly stored_payment_method_id?: string | undefined;
  readonly stored_customer_id?: string | undefined;
  readonly card?: SandboxCard;
  readonly wallet?: {
    readonly brand: string;
    readonly brand_product_name: string;
    readonly country: string;
  };
  readonly shopper?: SandboxShopper | undefined;
}

/** The browser that the card was typed in. */
interface SandboxShopper {
  readonly browser_type?: string | undefined;
  readonly device_type?: string | undefined;
  readonly country?: string | undefined;
  readonly ip?: string | undefined;
  readonly locale?: string | undefined;
}

/** The paying method, and the browser in which it was typed. */
export type SandboxPayer = Pick<SandboxAuthorization, 'card' | 'wallet' | 'shopper'>;

/** Throws for an unknown status, which must never count as an outcome. */
export function gatewayStatusIn(
  gatewayStatuses: Readonly<Record<string, GatewayStatus>>,
  status: string,
): GatewayStatus {
  const gatewayStatus = gatewayStatuses[status];
  if (gatewayStatus) return gatewayStatus;
  throw new Error(`the card gateway sent status ${status}`);
}

/** The token that pays, for gateways that name stored cards by one, too. */
export function tokenOf(source: CardSource, storedIn: (integrationMetadata: object) => string) {
  if (source.kind === 'TOKEN') return source.token;
  return source.kind === 'WALLET' ? 'wallet' : storedIn(source.integrationMetadata);
}

const DECLINE_CODES: Readonly<Record<string, ErrorCode>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired_card: 'PAYMENT_METHOD_EXPIRED',
  authentication_failed: 'AUTHENTICATION_FAILED',
  authentication_required: 'AUTHENTICATION_REQUIRED',
};

export interface SandboxContext {
  readonly integrationId: 'GW1' | 'GW2' | 'GW4';
  readonly recurringPaymentMode: string | null;
}

export function answerOf(body: SandboxAuthorization, context: SandboxContext): CardAnswer {
  return {
    gatewayStatus: body.gatewayStatus,
    redirectUrl: body.redirect_url ?? null,
    failure: failureOf(body.gatewayStatus, body.decline),
    processorDetails: present(processorDetailsOf(body, context)),
    cardDetails: present(cardDetailsOf(body, context)),
    walletDetails: present(body.wallet ?? null),
    integrationMetadata: present(integrationMetadataOf(body, context)),
    riskData: present(riskDataOf(body)),
  };
}

/** Without the members that this answer does not have: they must not cover earlier ones. */
function present(details: object | null): object | null {
  return JSON.parse(JSON.stringify(details)) as object | null;
}

/** The gateway refused the request itself, and has no authorization under its reference. */
export function refusedRequest(explanation: string): CardAnswer {
  const failure = { code: 'PAYMENT_METHOD_DECLINED', explanation } as const;
  return { ...NOT_SEEN, gatewayStatus: 'DECLINED', failure };
}

function failureOf(
  gatewayStatus: GatewayStatus,
  decline: Decline | undefined,
): CardAnswer['failure'] {
  if (gatewayStatus !== 'DECLINED' && gatewayStatus !== 'CAPTURE_FAILED') return null;
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

function riskDataOf({ shopper }: SandboxAuthorization): RiskData | null {
  if (!shopper) return null;
  return {
    processor_risk_data: {
      browser_type: shopper.browser_type,
      device_type: shopper.device_type,
      shopper_country: shopper.country,
      shopper_ip: shopper.ip,
      shopper_locale: shopper.locale,
    },
  };
}

/** Announcement of a later charge without the payer to the card schemes. */
const PROCESSING_MODELS: Readonly<Record<string, string>> = {
  FIXED_SCHEDULE: 'Subscription',
  VARIABLE_RECURRING: 'UnscheduledCardOnFile',
  NON_RECURRING: 'CardOnFile',
};

/**
 * The data that each gateway needs for another charge of a stored card, under the names of the
 * interface.
 */
function integrationMetadataOf(
  body: SandboxAuthorization,
  { integrationId, recurringPaymentMode }: SandboxContext,
): object | null {
  const { stored_payment_method_id: stored } = body;
  if (!stored) return null;
  const integration = { integration_id: integrationId };
  switch (integrationId) {
    case 'GW1':
      return { ...integration, gw1_metadata: gw1Metadata(body, recurringPaymentMode) };
    case 'GW2':
      return { ...integration, gw2_metadata: { payment_token: stored } };
    case 'GW4': {
      const customer = { id: body.stored_customer_id };
      return { ...integration, gw4_metadata: { customer, payment_method: { id: stored } } };
    }
    default:
      return assertUnreachable(integrationId);
  }
}

function gw1Metadata(body: SandboxAuthorization, recurringPaymentMode: string | null): object {
  return {
    payment_method_id: body.stored_payment_method_id,
    auth_code: body.auth_code,
    psp_reference: body.psp_reference,
    network_transaction_reference: body.network_transaction_reference,
    recurring_processing_model: PROCESSING_MODELS[recurringPaymentMode ?? 'NON_RECURRING'],
  };
}
