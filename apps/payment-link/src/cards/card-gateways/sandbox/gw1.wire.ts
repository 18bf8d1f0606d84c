import type { GatewayStatus } from '@towpath/kernel';
import type { CardAuthorizationRequest, SettledEntry } from '../ports.js';
import { isFreshMac, type GatewayWire } from './sandbox-card-gateway.js';
import { gatewayStatusIn, tokenOf, type SandboxAuthorization } from './sandbox-answers.js';

const STATUSES: Readonly<Record<string, GatewayStatus>> = {
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
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const MS_PER_S = 1_000;

type Body = Omit<SandboxAuthorization, 'gatewayStatus' | 'redirect_url'> & {
  readonly action?: { readonly redirect_url: string };
};

const pathOf = (reference: string) => `/gw1/authorizations/${encodeURIComponent(reference)}`;

/** `GW1`: flat JSON in minor units. */
export const gw1Wire: GatewayWire = {
  integrationId: 'GW1',

  authorization(request, callBackUrl) {
    return {
      path: '/gw1/authorizations',
      body: authorizationBody(request, callBackUrl),
    };
  },

  move(reference, move) {
    const path = `${pathOf(reference)}/${move.verb}`;
    if (move.verb !== 'refund') return { path };
    const { refundReference, amount } = move.refund;
    return { path, body: { refund_reference: refundReference, amount } };
  },

  path: pathOf,

  read(body) {
    const { action, ...authorization } = body as Body;
    const gatewayStatus = gatewayStatusIn(STATUSES, authorization.status);
    return {
      ...authorization,
      gatewayStatus,
      ...(action && { redirect_url: action.redirect_url }),
    };
  },

  storedCardPath: (integrationMetadata) =>
    `/gw1/stored_payment_methods/${encodeURIComponent(storedIn(integrationMetadata))}`,

  readStoredCard(body) {
    const kept = body as { readonly customer_app_id?: string; readonly status?: string };
    return { customerAppId: kept.customer_app_id, isUsable: kept.status === 'active' };
  },

  settledPath({ customerAppId, from, to }, after) {
    const query = new URLSearchParams({
      customer_app_id: customerAppId,
      from: from.toISOString(),
      to: to.toISOString(),
    });
    if (after !== null) query.set('after', after);
    return `/gw1/settled?${query.toString()}`;
  },

  readSettled(body) {
    const { settled, next_after: next } = body as Settled;
    const entries = settled.map((line) => ({
      entryId: line.entry_id,
      reference: line.reference,
      paymentId: line.payment_id,
      kind: line.kind,
      amount: line.amount,
      currency: line.currency,
      settledAt: new Date(line.settled_at),
    }));
    return { entries, next };
  },

  isSigned(secret, { body, headers, receivedAt }) {
    const [, seconds, hex] = SIGNATURE.exec(String(headers['gw-signature'] ?? '')) ?? [];
    if (!seconds || !hex) return false;
    const signed = Buffer.concat([Buffer.from(`${seconds}.`), body]);
    return isFreshMac(secret, {
      algorithm: 'sha256',
      signed,
      claimed: Buffer.from(hex, 'hex'),
      ageMs: receivedAt.getTime() - Number(seconds) * MS_PER_S,
    });
  },

  readCallBack({ event_id: eventId, customer_app_id: customerAppId, reference }) {
    if (typeof eventId !== 'string' || typeof customerAppId !== 'string') return undefined;
    return typeof reference === 'string' ? { eventId, customerAppId, reference } : undefined;
  },
};

interface Settled {
  readonly settled: readonly {
    readonly entry_id: string;
    readonly reference: string;
    readonly payment_id: string | null;
    readonly kind: SettledEntry['kind'];
    readonly amount: number;
    readonly currency: string;
    readonly settled_at: string;
  }[];
  readonly next_after: string | null;
}

function authorizationBody(request: CardAuthorizationRequest, callBackUrl: string): object {
  return {
    reference: request.reference,
    payment_id: request.paymentId,
    customer_app_id: request.customerAppId,
    merchant_account: request.merchantAccount,
    merchant_name: request.merchantName,
    amount: request.amount,
    currency: request.currency,
    token: tokenOf(request.source, storedIn),
    store: request.store,
    off_session: !request.payerPresent,
    purpose: request.purpose,
    return_url: request.returnUrl,
    callback_url: callBackUrl,
    language: request.language,
  };
}

function storedIn(integrationMetadata: object): string {
  const { gw1_metadata: kept } = integrationMetadata as {
    readonly gw1_metadata?: { readonly payment_method_id?: string };
  };
  return kept?.payment_method_id ?? '';
}
