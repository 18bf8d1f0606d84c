import { type GatewayStatus, Money } from '@towpath/kernel';
import type { CardAuthorizationRequest } from '../ports.js';
import { isFreshMac, type GatewayWire } from './sandbox-card-gateway.js';
import {
  gatewayStatusIn,
  tokenOf,
  type SandboxCard,
  type SandboxPayer,
} from './sandbox-answers.js';

const STATUSES: Readonly<Record<string, GatewayStatus>> = {
  REDIRECT: 'ACTION_REQUIRED',
  REVIEW: 'PENDING',
  APPROVED: 'AUTHORIZED',
  REFUSED: 'DECLINED',
  SETTLED: 'CAPTURED',
  SETTLEMENT_FAILED: 'CAPTURE_FAILED',
  CANCELLED: 'VOIDED',
  RETURNED: 'REFUNDED',
};
const VERBS = { capture: 'settle', void: 'cancel' } as const;
const TIMESTAMP = /^\d{1,15}$/;

interface Instrument {
  readonly type: 'CARD' | 'WALLET';
  readonly scheme: string;
  readonly country: string;
  readonly product?: string;
  readonly last_digits?: string;
  /** `2060-12` */
  readonly expires?: string;
  readonly funding?: SandboxCard['funding'];
  readonly account_hash?: string;
  readonly number_hash?: string;
  readonly commercial?: boolean | null;
  readonly typed_at?: {
    readonly client?: string;
    readonly device?: string;
    readonly region?: string;
    readonly network?: string;
    readonly language?: string;
  } | null;
}

interface Body {
  readonly id: string;
  readonly merchant_reference: string;
  readonly outcome: string;
  readonly redirect: { readonly url: string } | null;
  readonly refusal: {
    readonly code: string;
    readonly text: string;
    readonly response: string;
  } | null;
  readonly approval_code: string | null;
  readonly network_id: string | null;
  readonly payment_token: string | null;
  readonly instrument: Instrument;
}

const KINDS = {
  IN: 'CHARGE',
  OUT: 'REFUND',
  TAKEN_BACK: 'RETURN',
  OUT_FAILED: 'REFUND_REVERSED',
} as const;

const pathOf = (reference: string) => `/gw2/payments/${encodeURIComponent(reference)}`;

/** `GW2`: a token in, a token out; amounts as decimal text, times in ms. */
export const gw2Wire: GatewayWire = {
  integrationId: 'GW2',

  authorization(request, callBackUrl) {
    return { path: '/gw2/payments', body: paymentBody(request, callBackUrl) };
  },

  move(reference, move) {
    const path = pathOf(reference);
    if (move.verb !== 'refund') return { path: `${path}/${VERBS[move.verb]}` };
    const { refundReference, amount, currency } = move.refund;
    const value = Money.of(amount, currency).toDecimal();
    const body = { return_reference: refundReference, value };
    return { path: `${path}/return`, body };
  },

  path: pathOf,

  read(body) {
    const payment = body as Body;
    const { refusal } = payment;
    return {
      reference: payment.merchant_reference,
      psp_reference: payment.id,
      status: payment.outcome,
      gatewayStatus: gatewayStatusIn(STATUSES, payment.outcome),
      ...(payment.redirect && { redirect_url: payment.redirect.url }),
      ...(refusal && {
        decline: {
          decline_code: refusal.code,
          decline_reason: refusal.text,
          result_code: refusal.response,
        },
      }),
      auth_code: payment.approval_code ?? undefined,
      network_transaction_reference: payment.network_id ?? undefined,
      stored_payment_method_id: payment.payment_token ?? undefined,
      ...payerOf(payment.instrument),
    };
  },

  storedCardPath: (integrationMetadata) =>
    `/gw2/payment_tokens/${encodeURIComponent(storedIn(integrationMetadata))}`,

  readStoredCard(body) {
    const { shop, state } = body as { readonly shop?: string; readonly state?: string };
    return { customerAppId: shop, isUsable: state === 'ACTIVE' };
  },

  settledPath({ customerAppId, from, to }, after) {
    const query = new URLSearchParams({
      shop: customerAppId,
      since: String(from.getTime()),
      until: String(to.getTime()),
    });
    if (after !== null) query.set('cursor', after);
    return `/gw2/settlements?${query.toString()}`;
  },

  readSettled(body) {
    const { lines, cursor } = body as Settlements;
    const entries = lines.map((line) => ({
      entryId: line.line,
      reference: line.merchant_reference,
      paymentId: line.order_id,
      kind: KINDS[line.direction],
      amount: Money.fromDecimal({ text: line.value, currency: line.currency }).amount,
      currency: line.currency,
      settledAt: new Date(line.at),
    }));
    return { entries, next: cursor };
  },

  isSigned(secret, { body, headers, receivedAt }) {
    const timestamp = String(headers['x-gw2-timestamp'] ?? '');
    if (!TIMESTAMP.test(timestamp)) return false;
    return isFreshMac(secret, {
      algorithm: 'sha256',
      signed: Buffer.concat([Buffer.from(`${timestamp}\n`), body]),
      claimed: Buffer.from(String(headers['x-gw2-signature'] ?? ''), 'base64'),
      ageMs: receivedAt.getTime() - Number(timestamp),
    });
  },

  readCallBack({ id, payment }) {
    const { merchant_reference: reference, shop } = (payment ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof shop !== 'string') return undefined;
    if (typeof reference !== 'string') return undefined;
    return { eventId: id, customerAppId: shop, reference };
  },
};

interface Settlements {
  readonly lines: readonly {
    readonly line: string;
    readonly merchant_reference: string;
    readonly order_id: string | null;
    readonly direction: keyof typeof KINDS;
    readonly value: string;
    readonly currency: string;
    readonly at: number;
  }[];
  readonly cursor: string | null;
}

function paymentBody(request: CardAuthorizationRequest, callBackUrl: string): object {
  return {
    merchant_reference: request.reference,
    order_id: request.paymentId,
    shop: request.customerAppId,
    account: request.merchantAccount,
    account_name: request.merchantName,
    value: Money.of(request.amount, request.currency).toDecimal(),
    currency: request.currency,
    payment_token: tokenOf(request.source, storedIn),
    remember: request.store,
    merchant_initiated: !request.payerPresent,
    kind: request.purpose === 'SETUP' ? 'REGISTRATION' : 'PURCHASE',
    return_to: request.returnUrl,
    notify_to: callBackUrl,
    locale: request.language,
  };
}

function storedIn(integrationMetadata: object): string {
  const { gw2_metadata: kept } = integrationMetadata as {
    readonly gw2_metadata?: { readonly payment_token?: string };
  };
  return kept?.payment_token ?? '';
}

function payerOf(instrument: Instrument): SandboxPayer {
  const { scheme: brand, country, typed_at: typedAt } = instrument;
  if (instrument.type === 'WALLET') {
    return { wallet: { brand, brand_product_name: instrument.product ?? brand, country } };
  }
  const [year, month] = (instrument.expires ?? '').split('-').map(Number);
  return {
    card: {
      brand,
      last4: instrument.last_digits ?? '',
      expiry_month: month ?? 0,
      expiry_year: year ?? 0,
      country,
      funding: instrument.funding ?? 'UNKNOWN',
      fingerprint: instrument.account_hash ?? '',
      card_number_alias: instrument.number_hash ?? '',
      is_commercial: instrument.commercial ?? null,
    },
    ...(typedAt && {
      shopper: {
        browser_type: typedAt.client,
        device_type: typedAt.device,
        country: typedAt.region,
        ip: typedAt.network,
        locale: typedAt.language,
      },
    }),
  };
}
