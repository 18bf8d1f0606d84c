import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { GetPayment } from '../payments/get-payment.query.js';
import { PursueCharge } from './pursue-charge.use-case.js';
import { StartCharge, type ChargeOrder } from './start-charge.js';

/** What a copy of the request that takes over after a crash goes on with. */
interface Started {
  readonly paymentId: PaymentId;
}

/**
 * Charges a stored card without the payer. The payment is committed before the gateway hears of
 * it; what the gateway decides is in the answer, and is no refusal of the request.
 */
@Injectable()
export class CreatePayment {
  static readonly errors = [
    'PAYMENT_METHOD_NOT_FOUND',
    'INVALID_PAYMENT_METHOD_STATUS',
    'AUTOPAY_CONSENT_REQUIRED',
    'CURRENCY_MISMATCH',
  ] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly start: StartCharge,
    private readonly pursue: PursueCharge,
    private readonly payments: GetPayment,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    call: IdempotentCall,
    order: ChargeOrder,
  ): Promise<PreparedAnswer> {
    return this.answers.inSteps<Started, PaymentResponse>(call, {
      begin: async (tx) => ({ paymentId: await this.start.execute(tx, order) }),
      resume: async ({ paymentId }, claim) => {
        await this.pursue.execute(customerAppId, paymentId);
        return this.transactions.forApp(customerAppId, async (tx) => {
          const body = await this.payments.body(tx, paymentId);
          if (!body) throw new Error(`payment ${paymentId} is gone`);
          await claim.finish(tx, body);
          return body;
        });
      },
    });
  }
}
