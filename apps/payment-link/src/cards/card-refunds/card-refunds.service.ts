import { Injectable } from '@nestjs/common';
import type { CreateRefundRequest } from '@towpath/contracts/payment-link';
import { DomainError } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Payment } from '../../money/payments/payment.js';
import { PayoutRefundsService } from '../../money/payout-refunds/payout-refunds.service.js';
import type { RefundId, RefundedCharge } from '../../money/refunds/refund.table.js';
import { RefundsService } from '../../money/refunds/refunds.service.js';
import { CardGatewayRegistry } from '../card-gateways/ports.js';
import { PaymentsService } from '../../money/payments/payments.service.js';

const ASKED_FOR = 'the customer app asked for it';
const BY_OPERATOR = 'an operator of the service refunded it';

/** Where an attempt or a charge took the money. */
export interface ChargePlace {
  readonly integrationId: string;
  readonly connector: string | null;
  readonly gatewayReference: string | null;
  readonly gatewayAccount: string | null;
}

interface RequestedRefund {
  readonly paymentId: string;
  readonly asked: CreateRefundRequest;
  /** Of a refund by an operator, whose ID the caller has. */
  readonly byOperator?: RefundId;
  /** The place of the attempt or charge of a payment; null if neither made it. */
  readonly chargedAt: (payment: Payment) => Promise<ChargePlace | null>;
}

/**
 * Refunds that customer apps and operators ask for. The gateway that took a card's money returns it;
 * money of a direct debit is sent as a payout.
 */
@Injectable()
export class CardRefundsService {
  constructor(
    private readonly payments: PaymentsService,
    private readonly refunds: RefundsService,
    private readonly payoutRefunds: PayoutRefundsService,
    private readonly gateways: CardGatewayRegistry,
  ) {}

  /**
   * Reserves the amount and writes the refund; a refusal undoes both. After the commit the caller
   * starts the conversation with the gateway.
   */
  async start(tx: AppTx, requested: RequestedRefund): Promise<RefundId> {
    const { paymentId, asked, byOperator, chargedAt } = requested;
    const { payment, amount } = await this.payments.reserveRefund(
      tx,
      paymentId,
      asked.amount ?? null,
    );
    const { snapshot } = payment;
    assertSameType(tx, payment);
    const terms = {
      paymentId: snapshot.paymentId,
      attemptId: null,
      paymentLinkId: snapshot.paymentLinkId,
      userId: snapshot.userId,
      externalUserId: snapshot.externalUserId,
      recipientAccountId: snapshot.recipientAccountId,
      metadata: snapshot.metadata,
      atProcessor: snapshot.atProcessor,
      amount,
      currency: snapshot.currency,
      reason: asked.reason ?? (byOperator ? BY_OPERATOR : ASKED_FOR),
      ...(byOperator && { refundId: byOperator, byOperator: true }),
    };
    if (snapshot.type === 'MANDATE') return this.payoutRefunds.start(tx, terms, payment);
    const { charge, callMs } = this.chargeOf(payment, await chargedAt(payment));
    const batch = new WriteBatch();
    const refundId = this.refunds.request(tx, batch, { ...terms, charge, callMs });
    tx.write(batch);
    return refundId;
  }

  /** Only the gateway that took the money can return it. */
  private chargeOf({ snapshot }: Payment, place: ChargePlace | null) {
    const { type, live, attemptId, paymentId } = snapshot;
    if (type !== 'CARD' && type !== 'WALLET') {
      throw notAllowed(`Payments of type ${type} cannot be refunded.`);
    }
    const appType = live ? 'LIVE' : 'TEST';
    const gateway = place && this.gateways.find({ appType, ...place });
    if (!gateway) throw notAllowed('The card gateway that took the payment is not connected.');
    const { integrationId, connector, callMs } = gateway;
    const { gatewayReference, gatewayAccount } = place;
    const reference = attemptId ?? paymentId;
    const charge: RefundedCharge = {
      integrationId,
      connector,
      appType,
      reference,
      gatewayReference,
      gatewayAccount,
    };
    return { charge, callMs };
  }
}

/** Only a test gateway may refund a payment to a test app. */
function assertSameType(tx: AppTx, { snapshot }: Payment): void {
  if (tx.customerApp.type === (snapshot.live ? 'LIVE' : 'TEST')) return;
  throw notAllowed('The payment was made before the customer app changed its type.');
}

function notAllowed(explanation: string): DomainError {
  return new DomainError('REFUND_NOT_ALLOWED', explanation);
}
