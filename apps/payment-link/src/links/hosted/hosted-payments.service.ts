import { Injectable } from '@nestjs/common';
import { AttemptConversation } from '../card-attempts/attempt.conversation.js';
import {
  CardAttemptsService,
  type CardSubmission,
} from '../card-attempts/card-attempts.service.js';
import { MandateAttemptsService } from '../mandate-attempts/mandate-attempts.service.js';

/** Payments on the hosted page: a typed card, or by one tap a stored method or a wallet. */
@Injectable()
export class HostedPaymentsService {
  constructor(
    private readonly mandateAttempts: MandateAttemptsService,
    private readonly cardAttempts: CardAttemptsService,
    private readonly conversation: AttemptConversation,
  ) {}

  /** Pays with the chosen method. Continues as long as the gateway answers. */
  async submit(submission: CardSubmission): Promise<void> {
    const isTap = submission.card === null;
    if (isTap && (await this.mandateAttempts.payBySaved(submission, submission.attemptId))) return;
    await this.conversation.hold(await this.cardAttempts.submit(submission));
  }
}
