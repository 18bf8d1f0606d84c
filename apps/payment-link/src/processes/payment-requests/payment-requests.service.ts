import { Injectable } from '@nestjs/common';
import type { CreatePaymentRequest, PaymentResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { ChargesService } from '../../cards/charges/charges.service.js';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';
import type { ChargeOrder, Payment } from '../../money/payments/payment.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

/** The point from which a repeat of the request continues after a crash. */
interface Started {
  readonly paymentId: PaymentId;
  /** The service of mandates has to be asked, which no transaction waits for. */
  readonly byMandate: boolean;
}

/** Payments that a customer app starts without the payer, by a stored card or a mandate. */
@Injectable()
export class PaymentRequestsService {
  constructor(
    private readonly db: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly charges: ChargesService,
    private readonly conversation: ChargeConversation,
    private readonly mandatePayments: MandatePaymentsService,
    private readonly paymentsReads: PaymentsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /**
   * Commits the charge before it calls gateway or bank. Their decision is part of the answer and
   * never a refusal of the request.
   */
  create(
    app: CustomerAppId,
    call: IdempotentCall,
    body: CreatePaymentRequest,
  ): Promise<PreparedAnswer> {
    const { payment_method_id: paymentMethodId, payment_details: details } = body;
    const order = orderOf(body);
    const method =
      paymentMethodId === undefined ? { mandateId: details.mandate_id ?? '' } : { paymentMethodId };
    return this.answers.inSteps<Started, PaymentResponse, StoredCard | null>(call, {
      read: async (tx) =>
        paymentMethodId === undefined ? null : this.charges.card(tx, paymentMethodId),
      begin: async (tx, card) =>
        card
          ? { paymentId: await this.charges.start(tx, order, card), byMandate: false }
          : { paymentId: newId<PaymentId>(tx.systemNow), byMandate: true },
      resume: async ({ paymentId, byMandate }, claim) => {
        if (byMandate) {
          const named = { ...order, paymentId, isFirst: claim.isFirst };
          const payment = await this.mandatePayments.charge(app, method, named);
          return this.named(app, paymentId, payment);
        }
        await this.conversation.start(app, paymentId);
        return this.db.forApp(app, async (tx) => {
          const answer = await this.bodyOf(tx, paymentId);
          await claim.finish(tx, answer);
          return answer;
        });
      },
    });
  }

  /** The account that pays is shown with a name that no transaction waits for. */
  private async named(
    app: CustomerAppId,
    paymentId: PaymentId,
    payment: Payment | null,
  ): Promise<PaymentResponse> {
    const read = (tx: AppTx): Promise<PaymentResponse> =>
      payment ? this.paymentsReads.bodyOf(tx, payment.snapshot) : this.bodyOf(tx, paymentId);
    return this.names.shown(await this.db.forApp(app, read, { readOnly: true }));
  }

  private async bodyOf(tx: AppTx, paymentId: PaymentId): Promise<PaymentResponse> {
    const body = await this.paymentsReads.body(tx, paymentId);
    if (!body) throw new Error(`payment ${paymentId} does not exist`);
    return body;
  }
}

function orderOf(body: CreatePaymentRequest): ChargeOrder {
  const { amount, currency, payment_details: details } = body;
  return {
    amount,
    currency,
    description: details.description ?? null,
    externalTransactionReference: details.external_transaction_reference ?? null,
    transactionReferenceId: details.transaction_reference_id ?? null,
    recurringPaymentMode: details.recurring_payment_mode ?? null,
    metadata: body.metadata ?? null,
  };
}
