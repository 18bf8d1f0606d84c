import type { GatewayStatus } from '@towpath/kernel';
import type { CardAuthorizationRequest, CardSource } from '../ports.js';
import { isFreshMac, type GatewayWire, type SettledLine } from './sandbox-card-gateway.js';
import { gatewayStatusIn, type SandboxCard, type SandboxPayer } from './sandbox-answers.js';

const STATUSES: Readonly<Record<string, GatewayStatus>> = {
  requires_action: 'ACTION_REQUIRED',
  processing: 'PENDING',
  requires_capture: 'AUTHORIZED',
  failed: 'DECLINED',
  succeeded: 'CAPTURED',
  capture_failed: 'CAPTURE_FAILED',
  canceled: 'VOIDED',
  refunded: 'REFUNDED',
};
const VERBS = { capture: 'capture', void: 'cancel' } as const;
const SIGNATURE = /^created=(\d{1,12}); sha512=([0-9a-f]{128})$/;
const INTENT = 'pi_';
const MS_PER_S = 1_000;

interface Body {
  readonly id: string;
  readonly usage: 'payment' | 'setup';
  readonly status: string;
  readonly next_action: { readonly url: string } | null;
  readonly last_error: {
    readonly code: string;
    readonly message: string;
    readonly network: string;
  } | null;
  readonly charge: {
    readonly id: string;
    readonly authorization_code: string | null;
    readonly network_transaction_id: string | null;
  };
  readonly customer: { readonly id: string } | null;
  readonly payment_method: PaymentMethod;
}

interface PaymentMethod {
  readonly id: string | null;
  readonly wallet?: { readonly brand: string; readonly product: string; readonly country: string };
  readonly card?: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly country: string;
    readonly funding: string;
    readonly fingerprint: string;
    readonly number_alias: string;
    readonly commercial: boolean | null;
  };
  readonly session?: {
    readonly browser?: string;
    readonly device?: string;
    readonly country?: string;
    readonly ip?: string;
    readonly locale?: string;
  };
}

const pathOf = (reference: string) =>
  `/gw4/payment_intents/${INTENT}${encodeURIComponent(reference)}`;

/** `GW4`: intents of customers with payment methods, named by their idempotency key. */
export const gw4Wire: GatewayWire = {
  integrationId: 'GW4',

  authorization(request, callBackUrl) {
    return {
      path: '/gw4/payment_intents',
      headers: { 'idempotency-key': request.reference },
      body: intentBody(request, callBackUrl),
    };
  },

  move(reference, move) {
    const path = pathOf(reference);
    if (move.verb !== 'refund') return { path: `${path}/${VERBS[move.verb]}` };
    const { refundReference, amount } = move.refund;
    const headers = { 'idempotency-key': refundReference };
    return { path: `${path}/refunds`, headers, body: { amount } };
  },

  path: pathOf,

  read(body) {
    const intent = body as Body;
    const { charge, customer, last_error: error, payment_method: method } = intent;
    // A set-up that succeeded has stored a method, and no money has moved.
    const isStored = intent.usage === 'setup' && intent.status === 'succeeded';
    return {
      reference: intent.id.slice(INTENT.length),
      psp_reference: charge.id,
      status: intent.status,
      gatewayStatus: isStored ? 'AUTHORIZED' : gatewayStatusIn(STATUSES, intent.status),
      ...(intent.next_action && { redirect_url: intent.next_action.url }),
      ...(error && {
        decline: {
          decline_code: error.code,
          decline_reason: error.message,
          result_code: error.network,
        },
      }),
      auth_code: charge.authorization_code ?? undefined,
      network_transaction_reference: charge.network_transaction_id ?? undefined,
      stored_payment_method_id: method.id ?? undefined,
      stored_customer_id: customer?.id,
      ...payerOf(method),
    };
  },

  storedCardPath(integrationMetadata) {
    const { customer, method } = storedIn(integrationMetadata);
    const [of, id] = [customer?.id ?? '', method?.id ?? ''].map(encodeURIComponent);
    return `/gw4/customers/${of}/payment_methods/${id}`;
  },

  readStoredCard(body) {
    const { usable, metadata } = body as {
      readonly usable?: boolean;
      readonly metadata?: { readonly customer_app_id?: string };
    };
    return { customerAppId: metadata?.customer_app_id, isUsable: usable === true };
  },

  /** The books know whole seconds only; what lies outside of the period is dropped again. */
  settledPath({ customerAppId, from, to }, after) {
    const query = new URLSearchParams({
      customer_app_id: customerAppId,
      created_gte: String(Math.floor(from.getTime() / MS_PER_S)),
      created_lt: String(Math.ceil(to.getTime() / MS_PER_S)),
    });
    if (after !== null) query.set('starting_after', after);
    return `/gw4/balance_transactions?${query.toString()}`;
  },

  readSettled(body) {
    const { data, has_more: more } = body as BalanceTransactions;
    return { entries: data.map(settledLine), next: more ? (data.at(-1)?.id ?? null) : null };
  },

  isSigned(secret, { body, headers, receivedAt }) {
    const [, created, hex] = SIGNATURE.exec(String(headers['gw4-signature'] ?? '')) ?? [];
    if (!created || !hex) return false;
    return isFreshMac(secret, {
      algorithm: 'sha512',
      signed: Buffer.concat([Buffer.from(`${created}:`), body]),
      claimed: Buffer.from(hex, 'hex'),
      ageMs: receivedAt.getTime() - Number(created) * MS_PER_S,
    });
  },

  readCallBack({ id, data }) {
    const { object } = (data ?? {}) as { readonly object?: Record<string, unknown> };
    const { id: intentId, metadata } = object ?? {};
    const { customer_app_id: customerAppId } = (metadata ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof customerAppId !== 'string') return undefined;
    if (typeof intentId !== 'string' || !intentId.startsWith(INTENT)) return undefined;
    return { eventId: id, customerAppId, reference: intentId.slice(INTENT.length) };
  },
};

const KINDS = {
  charge: 'CHARGE',
  refund: 'REFUND',
  charge_failure: 'RETURN',
  refund_failure: 'REFUND_REVERSED',
} as const;

interface BalanceTransaction {
  readonly id: string;
  readonly type: keyof typeof KINDS;
  readonly source: string;
  readonly payment_id: string | null;
  readonly net: number;
  readonly currency: string;
  readonly created_ms: number;
}

interface BalanceTransactions {
  readonly data: readonly BalanceTransaction[];
  readonly has_more: boolean;
}

function settledLine(line: BalanceTransaction): SettledLine {
  return {
    entryId: line.id,
    reference: line.source.slice(INTENT.length),
    paymentId: line.payment_id,
    kind: KINDS[line.type],
    amount: Math.abs(line.net),
    currency: line.currency,
    settledAt: new Date(line.created_ms),
  };
}

function intentBody(request: CardAuthorizationRequest, callBackUrl: string): object {
  return {
    usage: request.purpose === 'SETUP' ? 'setup' : 'payment',
    amount: { value: request.amount, currency: request.currency },
    ...sourceBody(request.source),
    on_behalf_of: request.merchantAccount,
    statement_name: request.merchantName,
    save_payment_method: request.store,
    off_session: !request.payerPresent,
    metadata: { customer_app_id: request.customerAppId, payment_id: request.paymentId },
    return_url: request.returnUrl,
    webhook_url: callBackUrl,
    locale: request.language,
  };
}

function sourceBody(source: CardSource): object {
  if (source.kind === 'TOKEN') return { payment_method: { token: source.token } };
  if (source.kind === 'WALLET') return { payment_method: { token: 'wallet' } };
  const { customer, method } = storedIn(source.integrationMetadata);
  return { payment_method: { id: method?.id }, customer };
}

function storedIn(integrationMetadata: object) {
  const { gw4_metadata: kept } = integrationMetadata as {
    readonly gw4_metadata?: {
      readonly customer?: { readonly id?: string };
      readonly payment_method?: { readonly id?: string };
    };
  };
  return { customer: kept?.customer, method: kept?.payment_method };
}

function payerOf({ card, wallet, session }: PaymentMethod): SandboxPayer {
  if (wallet) {
    const { brand, product, country } = wallet;
    return { wallet: { brand, brand_product_name: product, country } };
  }
  if (!card) return {};
  return {
    card: {
      brand: card.brand,
      last4: card.last4,
      expiry_month: card.exp_month,
      expiry_year: card.exp_year,
      country: card.country,
      funding: card.funding.toUpperCase() as SandboxCard['funding'],
      fingerprint: card.fingerprint,
      card_number_alias: card.number_alias,
      is_commercial: card.commercial,
    },
    ...(session && {
      shopper: { ...session, browser_type: session.browser, device_type: session.device },
    }),
  };
}
