import { Injectable } from '@nestjs/common';
import { nextFollowUp, type CustomerAppId, type DisputeId } from '@towpath/kernel';
import { WriteBatch } from '@towpath/persistence';
import { AnswerRepository } from './persistence/answer.repository.js';
import { PursueAnswer, type Pursuit } from './answer.conversation.js';

/** Sends an answer again whose outcome is unknown. */
@Injectable()
export class FollowUpAnswer {
  constructor(
    private readonly answers: AnswerRepository,
    private readonly pursue: PursueAnswer,
  ) {}

  /** False when it is no longer due. */
  async execute(customerAppId: CustomerAppId, disputeId: DisputeId): Promise<boolean> {
    const pursuit = await this.claim(customerAppId, disputeId);
    if (pursuit) await this.pursue.send(pursuit);
    return pursuit !== null;
  }

  /** Moves the due time before the call, so that no other process makes it too. */
  private claim(customerAppId: CustomerAppId, disputeId: DisputeId): Promise<Pursuit | null> {
    return this.answers.reading({ customerAppId, disputeId }, async (tx, found) => {
      if (!found?.open || found.open.followUpAt > tx.now) return null;
      const { dispute, open: answer } = found;
      const batch = new WriteBatch();
      this.answers.claim(batch, answer, nextFollowUp(answer.asks + 1, tx.now));
      tx.send(batch);
      return { appType: tx.customerApp.type, dispute, answer };
    });
  }
}
