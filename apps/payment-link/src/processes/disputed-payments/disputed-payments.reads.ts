import { Injectable } from '@nestjs/common';
import type {
  DisputedPayment,
  FindDisputedPaymentRequest,
  FindDisputedPaymentResponse,
} from '@towpath/contracts/internal';
import {
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
} from '@towpath/kernel';
import { findTogether, Transactions, type AppTx } from '@towpath/persistence';
import { ChargesService } from '../../cards/charges/charges.service.js';
import { AttemptRowsService } from '../../links/payment-attempts/attempt-rows.service.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { CallBacksReads, type CardSubject } from '../call-backs/call-backs.reads.js';

/** The payments that disputes are about. */
@Injectable()
export class DisputedPaymentsReads {
  constructor(
    private readonly db: Transactions,
    private readonly gateways: CallBacksReads,
    private readonly payments: PaymentsReads,
    private readonly attempts: AttemptRowsService,
    private readonly charges: ChargesService,
  ) {}

  /** By our ID or by the gateway's; none for an unknown one, also one of another app. */
  async find(asked: FindDisputedPaymentRequest): Promise<FindDisputedPaymentResponse> {
    const subject = await this.subjectOf(asked);
    if (!subject) return {};
    const read = async (tx: AppTx) => {
      const paymentId = await this.paymentIdOf(tx, subject.reference);
      const [payment] = paymentId ? await this.payments.findAll(tx, [paymentId]) : [];
      if (!payment) return {};
      return { payment: factsOf(payment, await this.connectorOf(tx, payment)) };
    };
    return this.db.forApp(subject.customerAppId, read, { readOnly: true });
  }

  private async subjectOf(asked: FindDisputedPaymentRequest): Promise<CardSubject | null> {
    const { customer_app_id: app, payment_id: reference, at_gateway: named } = asked;
    const customerAppId = (app as CustomerAppId | undefined) ?? null;
    if (customerAppId && reference) return { customerAppId, reference };
    if (!named) return null;
    const { integration_id: integrationId, connector, gateway_reference: gatewayReference } = named;
    const place = { integrationId, connector, gatewayReference, customerAppId };
    return this.gateways.subjectOf(place);
  }

  /** A reference is of an attempt, or of the payment itself. */
  private async paymentIdOf(tx: AppTx, reference: string): Promise<PaymentId | null> {
    const attemptId = parseId<PaymentAttemptId>(reference);
    const attempt = attemptId ? await this.attemptOf(tx, attemptId) : null;
    return attempt ? attempt.snapshot.paymentId : (parseId<PaymentId>(reference) ?? null);
  }

  private async attemptOf(tx: AppTx, attemptId: PaymentAttemptId) {
    const [attempt] = await findTogether(tx, [this.attempts.lookup(attemptId)]);
    return attempt;
  }

  private async connectorOf(
    tx: AppTx,
    { attemptId, paymentId }: PaymentSnapshot,
  ): Promise<string | undefined> {
    const charged =
      attemptId === null
        ? await this.charges.chargeOf(tx, paymentId)
        : (await this.attemptOf(tx, attemptId))?.snapshot;
    return charged?.connector ?? undefined;
  }
}

function factsOf(payment: PaymentSnapshot, connector: string | undefined): DisputedPayment {
  const processor = payment.processorDetails as { readonly processor_id?: string } | null;
  const card = payment.cardDetails as { readonly brand?: string } | null;
  return {
    customer_app_id: payment.customerAppId,
    payment_id: payment.paymentId,
    status: payment.status,
    amount: payment.amount + payment.surchargeAmount,
    currency: payment.currency,
    integration_id: processor?.processor_id,
    connector,
    user_id: payment.userId,
    external_user_id: payment.externalUserId,
    external_transaction_reference: payment.externalTransactionReference ?? undefined,
    card_brand: card?.brand,
  };
}
