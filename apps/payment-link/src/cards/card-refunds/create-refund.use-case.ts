import { Injectable } from '@nestjs/common';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { RefundId } from '../../money/refunds/domain/refund.js';
import { GetRefund } from '../../money/refunds/get-refund.query.js';
import { CardRefundConversation } from './card-refund.conversation.js';
import { CardRefundsService, type RefundOrder } from './card-refunds.service.js';

/** The point from which a repeat of the request continues after a crash. */
interface Started {
  readonly refundId: RefundId;
}

/**
 * Refunds money of an executed payment to the payer. It commits the refund and reserves its amount
 * before it calls a gateway or bank. If the gateway decides at once, the answer has its decision.
 */
@Injectable()
export class CreateRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly refunds: CardRefundsService,
    private readonly conversation: CardRefundConversation,
    private readonly getRefund: GetRefund,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    call: IdempotentCall,
    order: RefundOrder,
  ): Promise<PreparedAnswer> {
    return this.answers.inSteps<Started, RefundResponse>(call, {
      begin: async (tx) => ({ refundId: await this.refunds.start(tx, order) }),
      resume: async ({ refundId }, claim) => {
        await this.conversation.start(customerAppId, refundId);
        return this.transactions.forApp(customerAppId, async (tx) => {
          const body = await this.getRefund.body(tx, refundId);
          await claim.finish(tx, body);
          return body;
        });
      },
    });
  }
}
