import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { assertUnreachable } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { CardGatewayRegistry } from './card-gateway-registry.js';
import {
  GatewayUnavailable,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardGatewayConnector,
  type CardSource,
} from './ports.js';

/** What to ask the card gateway next, outside of any transaction. */
export type GatewayCall =
  | { readonly ask: 'AUTHORIZE'; readonly source: CardSource }
  | { readonly ask: 'CAPTURE' }
  | { readonly ask: 'VOID' }
  | { readonly ask: 'FIND' }
  | { readonly ask: 'REFUND'; readonly refundId: string; readonly amount: number };

/** Where to ask, and about what. */
export interface GatewayOrder {
  readonly integrationId: string;
  readonly appType: 'TEST' | 'LIVE';
  readonly request: Omit<CardAuthorizationRequest, 'source'>;
}

/** Records an answer in a transaction of its own; null when nothing is left to ask now. */
export type HearAnswer = (answer: CardAnswer) => Promise<GatewayCall | null>;

/** Authorize, capture, and a question or two between them; more is a gateway that contradicts itself. */
const MOST_CALLS = 8;

/**
 * Talks to a gateway until both sides agree or it has to think: ask, record, ask again. No
 * transaction is open while it is asked. When it does not answer, the books stay as they are and
 * a schedule asks later: a silence is never taken for an outcome.
 */
@Injectable()
export class GatewayDialogue {
  constructor(
    private readonly gateways: CardGatewayRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async hold(order: GatewayOrder, first: GatewayCall | null, hear: HearAnswer): Promise<void> {
    const { reference } = order.request;
    let call = first;
    for (let calls = 0; call !== null; calls += 1) {
      if (calls === MOST_CALLS) {
        this.logger.error({ reference, call }, 'a card gateway contradicts itself');
        return;
      }
      const answer = await this.ask(order, call);
      if (!answer) return;
      call = await hear(answer);
    }
  }

  /** Undefined when the outcome is unknown. */
  private async ask(order: GatewayOrder, call: GatewayCall): Promise<CardAnswer | undefined> {
    const connector = this.gateways.get(order);
    try {
      return await send(connector, order, call);
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      const { reference } = order.request;
      this.logger.warn({ error, reference, ask: call.ask }, 'outcome unknown');
      return undefined;
    }
  }
}

function send(
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

/** What no link took goes back as a whole; what else the gateway says of it, its books tell. */
async function refundAll(
  connector: CardGatewayConnector,
  { currency, ...key }: GatewayOrder['request'],
  { refundId: refundReference, amount }: Extract<GatewayCall, { ask: 'REFUND' }>,
): Promise<CardAnswer> {
  const { truth } = await connector.refund(key, { refundReference, amount, currency });
  return truth === 'REFUNDED' ? { ...NOTHING_TOLD, truth } : connector.find(key);
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
