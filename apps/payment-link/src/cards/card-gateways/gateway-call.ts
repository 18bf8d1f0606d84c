import { assertUnreachable, type GatewayStatus, type Failure } from '@towpath/kernel';
import {
  NOT_SEEN,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardGatewayConnector,
  type CardOrder,
  type CardSource,
} from './ports.js';

/** What to ask the card gateway next. */
export type GatewayStep =
  /** Makes what has to be committed before money can move, and authorizes at once if nothing has. */
  | { readonly ask: 'PREPARE'; readonly source: CardSource }
  | { readonly ask: 'AUTHORIZE'; readonly source: CardSource }
  | { readonly ask: 'CAPTURE' }
  | { readonly ask: 'VOID' }
  | { readonly ask: 'FIND' }
  /** The payer is back; the query is that of the return. */
  | { readonly ask: 'COMPLETE'; readonly query: URLSearchParams }
  | { readonly ask: 'REFUND'; readonly refundId: string; readonly amount: number };

/** The next call to the card gateway, outside of any transaction, with the ID that is committed. */
export type GatewayCall = GatewayStep & { readonly gatewayReference: string | null };

/** The gateway made an ID, and no money can move before the ID is committed. */
export interface Prepared {
  readonly gatewayStatus: 'PREPARED';
  readonly gatewayReference: string;
}

export type GatewayAnswer = CardAnswer | Prepared;

/** The gateway, and the subject of the call. */
export interface GatewayOrder {
  readonly integrationId: string;
  readonly connector: string;
  readonly appType: 'TEST' | 'LIVE';
  readonly request: CardOrder;
}

/** Sends a request: what is prepared is confirmed, whatever a repeat would prepare. */
export function sent(source: CardSource, gatewayReference: string | null): GatewayCall {
  return { ask: gatewayReference === null ? 'PREPARE' : 'AUTHORIZE', source, gatewayReference };
}

/** Prepare, authorize, capture, and a question or two between them. */
export const MAX_GATEWAY_CALLS = 8;

/** The types of a conversation with a card gateway. */
export interface GatewayConversation<
  Id extends string,
  Locked extends object,
  Order extends object = GatewayOrder,
> {
  readonly id: Id;
  readonly locked: Locked;
  readonly order: Order;
  readonly call: GatewayCall;
  readonly answer: GatewayAnswer;
  readonly taken: { readonly next: GatewayCall | null };
}

/** One call to a gateway, outside of any transaction. */
export async function askGateway(
  connector: CardGatewayConnector,
  order: GatewayOrder,
  call: GatewayCall,
): Promise<GatewayAnswer> {
  const request = { ...order.request, gatewayReference: call.gatewayReference };
  switch (call.ask) {
    case 'PREPARE': {
      const asked = { ...request, source: call.source };
      const gatewayReference = await connector.prepare(asked);
      if (gatewayReference === null) return connector.authorize(asked);
      return { gatewayStatus: 'PREPARED', gatewayReference };
    }
    case 'AUTHORIZE':
      return connector.authorize({ ...request, source: call.source });
    case 'CAPTURE':
      return connector.capture(request);
    case 'VOID':
      return connector.void(request);
    case 'FIND':
      return connector.find(request);
    case 'COMPLETE':
      return connector.completeChallenge(request, call.query);
    case 'REFUND':
      return refundAll(connector, request, call);
    default:
      return assertUnreachable(call);
  }
}

/**
 * Refunds the whole amount that no link accepted. If the answer is another status, the gateway's
 * books decide.
 */
async function refundAll(
  connector: CardGatewayConnector,
  { currency, ...key }: Omit<CardAuthorizationRequest, 'source'>,
  { refundId: refundReference, amount }: Extract<GatewayCall, { ask: 'REFUND' }>,
): Promise<CardAnswer> {
  const { gatewayStatus } = await connector.refund(key, { refundReference, amount, currency });
  return gatewayStatus === 'REFUNDED' ? { ...NOT_SEEN, gatewayStatus } : connector.find(key);
}

/** A request that never left us: nothing happened at the gateway. */
export const NEVER_ARRIVED: Failure = {
  code: 'SERVICE_UNAVAILABLE',
  explanation: 'The card gateway could not be reached; no money moved.',
};

/** The failure if the gateway's answer gives no reason. */
const UNEXPLAINED: Record<GatewayStatus, Failure> = {
  NOT_SEEN: NEVER_ARRIVED,
  PENDING: declined('The card gateway has not decided.'),
  ACTION_REQUIRED: unconfirmed(),
  AUTHORIZED: declined('The payment was not completed.'),
  DECLINED: declined('The card was declined.'),
  CAPTURED: declined('The payment was not completed.'),
  CAPTURE_FAILED: declined('The card issuer did not honour the authorization.'),
  VOIDED: unconfirmed(),
  REFUNDED: declined('The money was given back.'),
};

export function failureOf({ gatewayStatus, failure }: CardAnswer): Failure {
  return failure ?? UNEXPLAINED[gatewayStatus];
}

function declined(explanation: string): Failure {
  return { code: 'PAYMENT_METHOD_DECLINED', explanation };
}

function unconfirmed(): Failure {
  return {
    code: 'AUTHENTICATION_FAILED',
    explanation: 'The payment was not confirmed at the bank in time.',
  };
}
