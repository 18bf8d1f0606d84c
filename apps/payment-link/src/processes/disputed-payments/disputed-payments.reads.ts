import { Injectable } from '@nestjs/common';
import type {
  DisputedPayment,
  FindDisputedPaymentRequest,
  FindDisputedPaymentResponse,
  ListGatewayAccountsRequest,
  ListGatewayAccountsResponse,
} from '@towpath/contracts/internal';
import {
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
} from '@towpath/kernel';
import { findTogether, Transactions, type AppTx } from '@towpath/persistence';
import { placeOf } from '@towpath/reconciliation';
import { ChargesService } from '../../cards/charges/charges.service.js';
import { AttemptRowsService } from '../../links/payment-attempts/attempt-rows.service.js';
import type { PaymentSnapshot } from '../../money/payments/payment.table.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { ProcessorSettlementsService } from '../../money/processor-settlements/processor-settlements.service.js';
import { CallBacksReads, type CardSubject } from '../call-backs/call-backs.reads.js';

/** What took the money of a payment. */
interface Taker {
  readonly connector: string | null;
  readonly gatewayAccount: string | null;
}

/** The payments that disputes are about. */
@Injectable()
export class DisputedPaymentsReads {
  constructor(
    private readonly db: Transactions,
    private readonly gateways: CallBacksReads,
    private readonly payments: PaymentsReads,
    private readonly attempts: AttemptRowsService,
    private readonly charges: ChargesService,
    private readonly settlements: ProcessorSettlementsService,
  ) {}

  /** By our ID or by the gateway's; none for an unknown one, also one of another app. */
  async find(asked: FindDisputedPaymentRequest): Promise<FindDisputedPaymentResponse> {
    const subject = await this.subjectOf(asked);
    if (!subject) return {};
    const read = async (tx: AppTx) => {
      const paymentId = await this.paymentIdOf(tx, subject.reference);
      const [payment] = paymentId ? await this.payments.findAll(tx, [paymentId]) : [];
      if (!payment) return {};
      return { payment: factsOf(payment, await this.takerOf(tx, payment)) };
    };
    return this.db.forApp(subject.customerAppId, read, { readOnly: true });
  }

  /** Those that settlement accounts name, and those that the processor settled in before. */
  async gatewayAccounts(asked: ListGatewayAccountsRequest): Promise<ListGatewayAccountsResponse> {
    const { app_type: appType, integration_id: cardIntegrationId, connector } = asked;
    const place = {
      ...placeOf({ appType, integrationId: cardIntegrationId, connector }),
      customerAppId: asked.customer_app_id as CustomerAppId,
      cardIntegrationId,
      connector,
    };
    const accounts = await this.settlements.accountsAt(place, () => Promise.resolve([]));
    return { gateway_accounts: accounts.flatMap(({ gatewayAccount }) => gatewayAccount ?? []) };
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

  private async takerOf(
    tx: AppTx,
    { attemptId, paymentId }: PaymentSnapshot,
  ): Promise<Taker | null | undefined> {
    if (attemptId === null) return this.charges.chargeOf(tx, paymentId);
    return (await this.attemptOf(tx, attemptId))?.snapshot;
  }
}

function factsOf(payment: PaymentSnapshot, taker: Taker | null | undefined): DisputedPayment {
  const processor = payment.processorDetails as { readonly processor_id?: string } | null;
  const card = payment.cardDetails as { readonly brand?: string } | null;
  return {
    customer_app_id: payment.customerAppId,
    payment_id: payment.paymentId,
    status: payment.status,
    amount: payment.amount + payment.surchargeAmount,
    currency: payment.currency,
    integration_id: processor?.processor_id,
    connector: taker?.connector ?? undefined,
    gateway_account: taker?.gatewayAccount ?? undefined,
    user_id: payment.userId,
    external_user_id: payment.externalUserId,
    external_transaction_reference: payment.externalTransactionReference ?? undefined,
    card_brand: card?.brand,
  };
}
