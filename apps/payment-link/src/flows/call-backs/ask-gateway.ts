import { Injectable } from '@nestjs/common';
import { parseId, type PaymentAttemptId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { FollowUpAttempt } from '../../links/payment-links/follow-up-attempt.use-case.js';
import { PursueAttempt } from '../../links/payment-links/pursue-attempt.use-case.js';

type Question = () => Promise<unknown>;

/**
 * The questions after a call-back of a gateway: the attempt or charge of the reference, and its
 * refunds.
 */
@Injectable()
export class AskGateway {
  constructor(
    private readonly followUpAttempt: FollowUpAttempt,
    private readonly pursueAttempt: PursueAttempt,
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
    const next = attemptId && (await this.followUpAttempt.wake(tx, attemptId));
    if (next) return [() => this.pursueAttempt.execute(next)];
    const paymentId = parseId<PaymentId>(reference);
    const question = paymentId && (await this.chargeConversation.wake(tx, paymentId));
    return question ? [() => this.chargeConversation.hold(question)] : [];
  }

  private async wakeRefunds(tx: AppTx, reference: string): Promise<Question[]> {
    const questions = await this.cardRefundConversation.wakeAllOf(tx, reference);
    return questions.map((question) => () => this.cardRefundConversation.hold(question));
  }
}
