import { Injectable } from '@nestjs/common';
import type { CreateRefundRequest, RefundResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { findTogether, Transactions, type AppTx } from '@towpath/persistence';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { CardRefundsService } from '../../cards/card-refunds/card-refunds.service.js';
import { ChargesService } from '../../cards/charges/charges.service.js';
import { AttemptRowsService } from '../../links/payment-attempts/attempt-rows.service.js';
import type { Payment } from '../../money/payments/payment.js';
import type { RefundId } from '../../money/refunds/refund.table.js';
import { RefundsReads } from '../../money/refunds/refunds.reads.js';

/** The point from which a repeat of the request continues after a crash. */
interface Started {
  readonly refundId: RefundId;
}

@Injectable()
export class RefundRequestsService {
  constructor(
    private readonly db: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly refunds: CardRefundsService,
    private readonly conversation: CardRefundConversation,
    private readonly refundsReads: RefundsReads,
    private readonly attempts: AttemptRowsService,
    private readonly charges: ChargesService,
  ) {}

  /**
   * Refunds money of an executed payment to the payer. It commits the refund and reserves its amount
   * before it calls a gateway or bank. If the gateway decides at once, the answer has its decision.
   */
  create(
    call: IdempotentCall,
    paymentId: string,
    body: CreateRefundRequest,
  ): Promise<PreparedAnswer> {
    const { customerAppId } = call.request;
    return this.answers.inSteps<Started, RefundResponse>(call, {
      begin: async (tx) => {
        const chargedAt = (payment: Payment) => this.chargedAt(tx, payment);
        return { refundId: await this.refunds.start(tx, { paymentId, asked: body, chargedAt }) };
      },
      resume: async ({ refundId }, claim) => {
        await this.conversation.start(customerAppId, refundId);
        return this.db.forApp(customerAppId, async (tx) => {
          const answer = await this.refundsReads.body(tx, refundId);
          await claim.finish(tx, answer);
          return answer;
        });
      },
    });
  }

  /** Where the money of a payment was taken. */
  async chargedAt(tx: AppTx, { snapshot }: Payment) {
    const { attemptId, paymentId } = snapshot;
    if (attemptId === null) return this.charges.chargeOf(tx, paymentId);
    const [attempt] = await findTogether(tx, [this.attempts.lookup(attemptId)]);
    return attempt?.snapshot ?? null;
  }
}
