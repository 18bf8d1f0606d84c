import { Injectable } from '@nestjs/common';
import { parseId, type PaymentAttemptId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { AttemptConversation } from '../../links/payment-links/attempt.conversation.js';

type Question = () => Promise<unknown>;

/**
 * The questions after a call-back of a gateway: the attempt or charge of the reference, and its
 * refunds.
 */
@Injectable()
export class AskGateway {
  constructor(
    private readonly attemptConversation: AttemptConversation,
    private readonly chargeConversation: ChargeConversation,
    private readonly cardRefundConversation: CardRefundConversation,
  ) {}

  /** Stores the questions; the returned function asks them after the commit. */
  async wake(tx: AppTx, reference: string): Promise<Question> {
    const charge = await this.wakeCharge(tx, reference);
    const refunds = await this.wakeRefunds(tx, reference);
    return async () => {
      for (const ask of [...charge, ...refunds]) await ask();
    };
  }

  private async wakeCharge(tx: AppTx, reference: string): Promise<Question[]> {
    const attemptId = parseId<PaymentAttemptId>(reference);
    const ofAttempt = attemptId && (await this.attemptConversation.wake(tx, attemptId));
    if (ofAttempt) return [() => this.attemptConversation.hold(ofAttempt)];
    const paymentId = parseId<PaymentId>(reference);
    const question = paymentId && (await this.chargeConversation.wake(tx, paymentId));
    return question ? [() => this.chargeConversation.hold(question)] : [];
  }

  private async wakeRefunds(tx: AppTx, reference: string): Promise<Question[]> {
    const questions = await this.cardRefundConversation.wakeAllOf(tx, reference);
    return questions.map((question) => () => this.cardRefundConversation.hold(question));
  }
}
