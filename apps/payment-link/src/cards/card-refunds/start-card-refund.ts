import { Injectable } from '@nestjs/common';
import { DomainError, nextFollowUp } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Payment } from '../../money/payments/domain/payment.js';
import { ReserveRefund } from '../../money/payments/reserve-refund.use-case.js';
import type { RefundedCharge, RefundId } from '../../money/refunds/domain/refund.js';
import { RequestRefund } from '../../money/refunds/request-refund.use-case.js';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';

export interface RefundOrder {
  readonly paymentId: string;
  /** Minor units; null: all that is left. */
  readonly amount: number | null;
  readonly reason: string | null;
}

const ASKED_FOR = 'the customer app asked for it';

/** Reserves what is to be refunded and writes the refund: two statements. */
@Injectable()
export class StartCardRefund {
  constructor(
    private readonly reserve: ReserveRefund,
    private readonly request: RequestRefund,
    private readonly gateways: CardGatewayRegistry,
  ) {}

  /** A refusal undoes the reservation with the transaction. */
  async execute(tx: AppTx, order: RefundOrder): Promise<RefundId> {
    const { payment, amount } = await this.reserve.execute(tx, order.paymentId, order.amount);
    const { snapshot } = payment;
    const batch = new WriteBatch();
    const refundId = this.request.execute(tx, batch, {
      paymentId: snapshot.paymentId,
      attemptId: null,
      paymentLinkId: snapshot.paymentLinkId,
      userId: snapshot.userId,
      externalUserId: snapshot.externalUserId,
      recipientAccountId: snapshot.recipientAccountId,
      metadata: snapshot.metadata,
      amount,
      currency: snapshot.currency,
      reason: order.reason ?? ASKED_FOR,
      charge: this.chargeOf(tx, payment),
      followUpAt: nextFollowUp(0, tx.now),
    });
    await tx.write(batch);
    return refundId;
  }

  /** Only the gateway that took the money can return it, and only to an app of its own type. */
  private chargeOf(tx: AppTx, { snapshot }: Payment): RefundedCharge {
    const { type, live, attemptId, paymentId, processorDetails } = snapshot;
    if (type !== 'CARD' && type !== 'WALLET') {
      throw notAllowed(`Payments of type ${type} cannot be refunded.`);
    }
    const appType = live ? 'LIVE' : 'TEST';
    if (tx.customerApp.type !== appType) {
      throw notAllowed('The payment was made before the customer app changed its type.');
    }
    const { processor_id: keeper = null } = (processorDetails ?? {}) as {
      readonly processor_id?: string;
    };
    const connector = this.gateways.find({ appType, integrationId: keeper });
    if (!connector) throw notAllowed('The card gateway that took the payment is not connected.');
    const { integrationId } = connector;
    return { integrationId, reference: attemptId ?? paymentId, appType };
  }
}

function notAllowed(explanation: string): DomainError {
  return new DomainError('REFUND_NOT_ALLOWED', explanation);
}
