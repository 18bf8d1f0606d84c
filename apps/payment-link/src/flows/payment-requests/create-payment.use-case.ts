import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import {
  IdempotentAnswers,
  type AnswerClaim,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { InstitutionNames } from '../../parties/institution-names/institution-names.js';
import {
  ChargeStoredMandate,
  type NamedMandate,
} from '../../debit/mandate-charges/charge-stored-mandate.use-case.js';
import { GetPayment } from '../../money/payments/get-payment.query.js';
import { PursueCharge } from '../../cards/charges/pursue-charge.use-case.js';
import { StartCharge, type ChargeOrder } from '../../cards/charges/start-charge.js';

/** What a copy of the request that takes over after a crash goes on with. */
interface Started {
  readonly paymentId: PaymentId;
  /** The service of mandates has to be asked, which no transaction waits for. */
  readonly byMandate: boolean;
}

/**
 * Charges a stored card or a mandate without the payer. What is to be charged is committed before
 * the gateway or bank hears of it; what they decide is in the answer, and is no refusal of the
 * request.
 */
@Injectable()
export class CreatePayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly startCharge: StartCharge,
    private readonly pursueCharge: PursueCharge,
    private readonly chargeStoredMandate: ChargeStoredMandate,
    private readonly getPayment: GetPayment,
    private readonly names: InstitutionNames,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    call: IdempotentCall,
    order: ChargeOrder & { readonly method: NamedMandate },
  ): Promise<PreparedAnswer> {
    return this.answers.inSteps<Started, PaymentResponse>(call, {
      begin: (tx) => this.begin(tx, order),
      resume: async ({ paymentId, byMandate }, claim) => {
        if (byMandate) {
          const named = { ...order, paymentId, isFirst: claim.isFirst };
          await this.chargeStoredMandate.execute(customerAppId, order.method, named);
          return this.finishNamed(customerAppId, paymentId, claim);
        }
        await this.pursueCharge.execute(customerAppId, paymentId);
        return this.transactions.forApp(customerAppId, async (tx) => {
          const body = await this.bodyOf(tx, paymentId);
          await claim.finish(tx, body);
          return body;
        });
      },
    });
  }

  /** The account that pays is shown with a name that no transaction waits for. */
  private async finishNamed(
    customerAppId: CustomerAppId,
    paymentId: PaymentId,
    claim: AnswerClaim<Started, PaymentResponse>,
  ): Promise<PaymentResponse> {
    const body = await this.transactions.forApp(customerAppId, (tx) => this.bodyOf(tx, paymentId));
    const shown = await this.names.shown(body);
    if (claim.keepsAnswer) {
      await this.transactions.forApp(customerAppId, (tx) => claim.finish(tx, shown));
    }
    return shown;
  }

  private async bodyOf(tx: AppTx, paymentId: PaymentId): Promise<PaymentResponse> {
    const body = await this.getPayment.body(tx, paymentId);
    if (!body) throw new Error(`payment ${paymentId} does not exist`);
    return body;
  }

  private async begin(
    tx: AppTx,
    order: ChargeOrder & { readonly method: NamedMandate },
  ): Promise<Started> {
    const { method } = order;
    const card =
      'paymentMethodId' in method ? await this.startCharge.card(tx, method.paymentMethodId) : null;
    if (!card) return { paymentId: newId<PaymentId>(tx.now), byMandate: true };
    return { paymentId: await this.startCharge.execute(tx, order, card), byMandate: false };
  }
}
