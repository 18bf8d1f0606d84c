import { Injectable } from '@nestjs/common';
import { assertUnreachable, type PaymentAttemptId, type PaymentLinkId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { CardFailure, CardReport, StoredCard } from './domain/stored-card.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/** Events of the attempt of a card. */
export type CardStep =
  | { readonly step: 'SUCCEED'; readonly report: CardReport }
  | { readonly step: 'FAIL'; readonly failure: CardFailure; readonly report: CardReport }
  | { readonly step: 'CANCEL'; readonly reason: string };

/** Moves the card of a link's attempt, in the transaction that locks the link. */
@Injectable()
export class AdvanceStoredCard {
  constructor(private readonly methods: PaymentMethodRepository) {}

  ofAttempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<StoredCard | null> {
    return this.methods.ofAttempt(tx, attemptId);
  }

  openOfLink(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<StoredCard | null> {
    return this.methods.openOfLink(tx, paymentLinkId);
  }

  /** A decided card keeps its decision; only its payment moves. */
  execute(
    tx: AppTx,
    batch: WriteBatch,
    { card, step }: { readonly card: StoredCard | null; readonly step: CardStep },
  ): void {
    if (card?.status !== 'CREATED') return;
    take(card, step, tx.now);
    this.methods.save(batch, card);
  }
}

function take(card: StoredCard, step: CardStep, now: Date): void {
  switch (step.step) {
    case 'SUCCEED':
      return card.succeed(now, step.report);
    case 'FAIL':
      return card.fail(now, step.failure, step.report);
    case 'CANCEL':
      return card.cancel(now, step.reason);
    default:
      return assertUnreachable(step);
  }
}
