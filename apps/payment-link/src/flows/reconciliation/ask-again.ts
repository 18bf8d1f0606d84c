import { Injectable } from '@nestjs/common';
import { parseId, type PaymentAttemptId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { AttemptConversation } from '../../links/card-attempts/attempt.conversation.js';

/**
 * Makes a question to the gateway due for an attempt or a charge. A settlement list alone never
 * changes our books: the answer does, as after a call-back.
 */
@Injectable()
export class AskAgain {
  constructor(
    private readonly attemptConversation: AttemptConversation,
    private readonly chargeConversation: ChargeConversation,
  ) {}

  async execute(tx: AppTx, reference: string): Promise<void> {
    const attemptId = parseId<PaymentAttemptId>(reference);
    if (attemptId && (await this.attemptConversation.makeDue(tx, attemptId))) return;
    const paymentId = parseId<PaymentId>(reference);
    if (paymentId) await this.chargeConversation.makeDue(tx, paymentId);
  }
}
