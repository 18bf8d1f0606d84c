import { Injectable } from '@nestjs/common';
import { ChargeSavedMandate } from '../mandate-attempts/charge-saved-mandate.use-case.js';
import { SubmitCard, type CardSubmission } from '../payment-links/submit-card.use-case.js';

/** Pays with the chosen method: a typed card, or by one tap a stored method or a wallet. */
@Injectable()
export class SubmitChosenMethod {
  constructor(
    private readonly chargeSavedMandate: ChargeSavedMandate,
    private readonly submitCard: SubmitCard,
  ) {}

  async execute(submission: CardSubmission): Promise<void> {
    const isTap = submission.card === null;
    if (isTap && (await this.chargeSavedMandate.execute(submission))) return;
    await this.submitCard.execute(submission);
  }
}
