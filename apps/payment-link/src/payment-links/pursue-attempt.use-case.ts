import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { assertUnreachable } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import {
  GatewayUnavailable,
  type CardAnswer,
  type CardGatewayConnector,
} from '../card-gateways/ports.js';
import type { AttemptOrder, GatewayCall, NextCall } from './gateway-call.js';
import { PaymentLinkView } from './payment-link.view.js';
import { RecordGatewayAnswer } from './record-gateway-answer.use-case.js';

/** Authorize, capture, and a question or two between them; more is a gateway that contradicts itself. */
const MOST_CALLS = 8;

/**
 * Talks to the gateway until both sides agree or it has to think: ask, record, ask again. No
 * transaction is open while it is asked. When it does not answer, the attempt stays as it is and
 * its schedule asks later: a silence is never taken for an outcome.
 */
@Injectable()
export class PursueAttempt {
  static readonly errors = [] as const;

  constructor(
    private readonly gateways: CardGatewayRegistry,
    private readonly record: RecordGatewayAnswer,
    private readonly view: PaymentLinkView,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(first: NextCall): Promise<void> {
    let { order, call } = first;
    for (let calls = 0; call !== null; calls += 1) {
      if (calls === MOST_CALLS) {
        this.logger.error(
          { attemptId: order.attemptId, call },
          'a card gateway contradicts itself',
        );
        return;
      }
      const answer = await this.ask(order, call);
      if (!answer) return;
      ({ order, call } = await this.record.execute(
        order.link.snapshot.customerAppId,
        order.attemptId,
        answer,
      ));
    }
  }

  /** Undefined when the outcome is unknown. */
  private async ask(order: AttemptOrder, call: GatewayCall): Promise<CardAnswer | undefined> {
    const connector = this.gateways.get(order);
    try {
      return await this.send(connector, order, call);
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      this.logger.warn({ error, attemptId: order.attemptId, ask: call.ask }, 'outcome unknown');
      return undefined;
    }
  }

  private send(
    connector: CardGatewayConnector,
    { key, request, link }: AttemptOrder,
    call: GatewayCall,
  ): Promise<CardAnswer> {
    switch (call.ask) {
      case 'AUTHORIZE':
        return connector.authorize({
          ...request,
          source: call.source,
          returnUrl: this.view.urlOf(link),
        });
      case 'CAPTURE':
        return connector.capture(key);
      case 'VOID':
        return connector.void(key);
      case 'FIND':
        return connector.find(key);
      case 'REFUND':
        return connector.refund(key, {
          refundReference: call.refundId,
          amount: call.amount,
          currency: request.currency,
        });
      default:
        return assertUnreachable(call);
    }
  }
}
