import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Payment } from '../../money/payments/payment.js';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { ChargesService, type ChargeOrder } from '../../cards/charges/charges.service.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import {
  MandatePaymentsService,
  type NamedMandate,
} from '../../debit/mandate-payments/mandate-payments.service.js';

/** The point from which a repeat of the request continues after a crash. */
interface Started {
  readonly paymentId: PaymentId;
  /** The service of mandates has to be asked, which no transaction waits for. */
  readonly byMandate: boolean;
}

/**
 * Charges a stored card or a mandate without the payer. It commits the charge before it calls
 * gateway or bank. Their decision is part of the answer and never a refusal of the request.
 */
@Injectable()
export class CreatePayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly charges: ChargesService,
    private readonly chargeConversation: ChargeConversation,
    private readonly mandatePayments: MandatePaymentsService,
    private readonly paymentsReads: PaymentsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    call: IdempotentCall,
    order: ChargeOrder & { readonly method: NamedMandate },
  ): Promise<PreparedAnswer> {
    const { method } = order;
    return this.answers.inSteps<Started, PaymentResponse, StoredCard | null>(call, {
      look: async (tx) =>
        'paymentMethodId' in method ? this.charges.card(tx, method.paymentMethodId) : null,
      begin: (tx, card) => this.begin(tx, order, card ?? null),
      resume: async ({ paymentId, byMandate }, claim) => {
        if (byMandate) {
          const named = { ...order, paymentId, isFirst: claim.isFirst };
          const payment = await this.mandatePayments.charge(customerAppId, method, named);
          return this.named(customerAppId, { paymentId, payment });
        }
        await this.chargeConversation.start(customerAppId, paymentId);
        return this.transactions.forApp(customerAppId, async (tx) => {
          const body = await this.bodyOf(tx, paymentId);
          await claim.finish(tx, body);
          return body;
        });
      },
    });
  }

  /** The account that pays is shown with a name that no transaction waits for. */
  private async named(
    customerAppId: CustomerAppId,
    { paymentId, payment }: { readonly paymentId: PaymentId; readonly payment: Payment | null },
  ): Promise<PaymentResponse> {
    const read = (tx: AppTx): Promise<PaymentResponse> =>
      payment ? this.paymentsReads.bodyOf(tx, payment.snapshot) : this.bodyOf(tx, paymentId);
    const body = await this.transactions.forApp(customerAppId, read, { readOnly: true });
    return this.names.shown(body);
  }

  private async bodyOf(tx: AppTx, paymentId: PaymentId): Promise<PaymentResponse> {
    const body = await this.paymentsReads.body(tx, paymentId);
    if (!body) throw new Error(`payment ${paymentId} does not exist`);
    return body;
  }

  private async begin(tx: AppTx, order: ChargeOrder, card: StoredCard | null): Promise<Started> {
    if (!card) return { paymentId: newId<PaymentId>(tx.systemNow), byMandate: true };
    return { paymentId: await this.charges.start(tx, order, card), byMandate: false };
  }
}
