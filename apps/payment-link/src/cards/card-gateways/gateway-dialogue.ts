import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { assertUnreachable, holdConversation } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { CardGatewayRegistry } from './card-gateway-registry.js';
import {
  GatewayUnavailable,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardGatewayConnector,
  type CardSource,
} from './ports.js';

/** The next call to the card gateway, outside of any transaction. */
export type GatewayCall =
  | { readonly ask: 'AUTHORIZE'; readonly source: CardSource }
  | { readonly ask: 'CAPTURE' }
  | { readonly ask: 'VOID' }
  | { readonly ask: 'FIND' }
  | { readonly ask: 'REFUND'; readonly refundId: string; readonly amount: number };

/** The gateway, and the subject of the call. */
export interface GatewayOrder {
  readonly integrationId: string;
  readonly appType: 'TEST' | 'LIVE';
  readonly request: Omit<CardAuthorizationRequest, 'source'>;
}

/**
 * Records an answer in a separate transaction and returns the next call; null if none is necessary
 * now.
 */
type HearAnswer = (answer: CardAnswer) => Promise<GatewayCall | null>;

/** Authorize, capture, and a question or two between them. */
export const MAX_GATEWAY_CALLS = 8;

/** The types of a conversation with a card gateway. */
export interface GatewayConversation<Id extends string, Locked extends object> {
  readonly id: Id;
  readonly locked: Locked;
  readonly order: GatewayOrder;
  readonly call: GatewayCall;
  readonly answer: CardAnswer;
  readonly taken: { readonly next: GatewayCall | null };
}

/** Conversations with card gateways. */
@Injectable()
export class GatewayDialogue {
  constructor(
    private readonly gateways: CardGatewayRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  hold(order: GatewayOrder, first: GatewayCall | null, hear: HearAnswer): Promise<void> {
    return holdConversation(first, {
      about: { reference: order.request.reference, integrationId: order.integrationId },
      log: this.logger,
      mostCalls: MAX_GATEWAY_CALLS,
      nameOf: (call) => call.ask,
      ask: (call) => askGateway(this.gateways.get(order), order, call),
      isSilence: (error) => error instanceof GatewayUnavailable,
      record: hear,
    });
  }
}

export function askGateway(
  connector: CardGatewayConnector,
  { request }: GatewayOrder,
  call: GatewayCall,
): Promise<CardAnswer> {
  switch (call.ask) {
    case 'AUTHORIZE':
      return connector.authorize({ ...request, source: call.source });
    case 'CAPTURE':
      return connector.capture(request);
    case 'VOID':
      return connector.void(request);
    case 'FIND':
      return connector.find(request);
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
  { currency, ...key }: GatewayOrder['request'],
  { refundId: refundReference, amount }: Extract<GatewayCall, { ask: 'REFUND' }>,
): Promise<CardAnswer> {
  const { gatewayStatus } = await connector.refund(key, { refundReference, amount, currency });
  return gatewayStatus === 'REFUNDED' ? { ...NOTHING_TOLD, gatewayStatus } : connector.find(key);
}

const NOTHING_TOLD = {
  redirectUrl: null,
  failure: null,
  processorDetails: null,
  cardDetails: null,
  walletDetails: null,
  integrationMetadata: null,
  riskData: null,
} as const;
