import { Injectable } from '@nestjs/common';
import {
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentLinkId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { SubmittedCard } from './domain/payment-attempt.js';
import { orderOf, type NextCall } from './gateway-call.js';
import { LockedAttempts, type LockedAttempt } from './locked-attempt.js';
import { linkNotFound } from './payment-link.errors.js';
import { PursueAttempt } from './pursue-attempt.use-case.js';

export interface CardSubmission {
  readonly customerAppId: CustomerAppId;
  /** Of the payer's session: an attempt of another link does not exist for it. */
  readonly paymentLinkId: PaymentLinkId;
  readonly attemptId: string;
  readonly card: SubmittedCard;
}

/**
 * A payer submits a card. The attempt is committed before the gateway hears of it; then the gateway
 * is asked as far as it answers. A repeated submit of the same card changes nothing.
 */
@Injectable()
export class SubmitCard {
  static readonly errors = [
    'PAYMENT_LINK_NOT_FOUND',
    'INVALID_PAYMENT_LINK_STATUS',
    'RATE_LIMITED',
  ] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
    private readonly pursue: PursueAttempt,
  ) {}

  async execute(submission: CardSubmission): Promise<void> {
    const attemptId = parseId<PaymentAttemptId>(submission.attemptId);
    if (!attemptId) throw linkNotFound();
    const next = await this.transactions.forApp(submission.customerAppId, async (tx) => {
      const locked = await this.attempts.lock(tx, attemptId);
      if (locked?.link.id !== submission.paymentLinkId) throw linkNotFound();
      return this.submit(tx, locked, submission.card);
    });
    await this.pursue.execute(next);
  }

  private async submit(tx: AppTx, locked: LockedAttempt, card: SubmittedCard): Promise<NextCall> {
    const order = orderOf(locked, tx.customerApp.name);
    if (isRepeat(locked, card)) return { order, call: null };
    locked.link.assertOfKind(tx.customerApp.type);
    locked.link.submit(locked.attempt, card, tx.now);
    await this.attempts.save(tx, locked, { payment: [{ step: 'BEGIN' }] });
    return { order, call: { ask: 'AUTHORIZE', source: { kind: 'TOKEN', token: card.token } } };
  }
}

/** The same card on an attempt that is under way or done: a double click, or a lost answer. */
function isRepeat({ attempt }: LockedAttempt, card: SubmittedCard): boolean {
  const known = attempt.snapshot.card;
  if (known === null || attempt.status === 'SELECTED') return false;
  return (
    known.last4 === card.last4 &&
    known.brand === card.brand &&
    known.expiryMonth === card.expiryMonth &&
    known.expiryYear === card.expiryYear
  );
}
