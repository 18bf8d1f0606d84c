import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId, PaymentAttemptId } from '@towpath/kernel';
import { type AppTx, WriteBatch } from '@towpath/persistence';
import type { CardStep } from '../../cards/payment-methods/stored-card.js';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import type { Payment, PaymentStep } from '../../money/payments/payment.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import type { Refund } from '../../money/refunds/refund.js';
import { RefundsService } from '../../money/refunds/refunds.service.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';

/** Everything that one attempt decides about, under the lock of its link. */
export interface LockedAttempt {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt;
  /** Null in a SETUP link. */
  readonly payment: Payment | null;
  /** Null unless the card is to be stored. */
  readonly card: StoredCard | null;
  /** The card of an earlier link that pays, if it does. */
  readonly saved: StoredCard | null;
  /** Refund of money that the link did not accept. */
  readonly refund: Refund | null;
}

export interface AttemptOfApp {
  readonly customerAppId: CustomerAppId;
  readonly attemptId: PaymentAttemptId;
}

/** The effects on the payment and the card. */
export interface Consequences {
  readonly payment?: readonly PaymentStep[];
  readonly card?: CardStep;
  /** The batch that already contains the other rows of the statement. */
  readonly batch?: WriteBatch;
  /** Other rows of the same statement. */
  readonly alsoWrite?: (batch: WriteBatch) => void;
}

/**
 * One packet that locks and loads, one that writes: the two round trips of a money command, when it
 * begins with the first and ends with the second.
 */
@Injectable()
export class LockedAttempts {
  constructor(
    private readonly links: PaymentLinkRepository,
    private readonly payments: PaymentsService,
    private readonly storedCards: StoredCardsService,
    private readonly refunds: RefundsService,
    private readonly cards: StoredCardsReads,
  ) {}

  async lock(tx: AppTx, attemptId: PaymentAttemptId): Promise<LockedAttempt | null> {
    const [link, attempt, payment, card, refund] = await Promise.all([
      this.links.lock(tx, { attemptId }),
      this.links.attempt(tx, attemptId),
      this.payments.ofAttempt(tx, attemptId),
      this.storedCards.ofAttempt(tx, attemptId),
      this.refunds.unexpectedOf(tx, attemptId),
    ]);
    if (!link || !attempt) return null;
    const { savedMethodId } = attempt.snapshot;
    const saved = savedMethodId && (await this.cards.find(tx, savedMethodId));
    return { link, attempt, payment, card, saved, refund };
  }

  /** A mandate belongs to one attempt, permanently. */
  async lockOfMandate(tx: AppTx, mandateId: MandateId): Promise<LockedAttempt | null> {
    const attemptId = await this.links.attemptOfMandate(tx, mandateId);
    return attemptId && this.lock(tx, attemptId);
  }

  /**
   * The payment of a bank transfer, whose text may contain several references: that of the only
   * open link, or of the only link if none is open. Otherwise null.
   */
  async lockOfTransfer(tx: AppTx, references: readonly string[]): Promise<LockedAttempt | null> {
    await tx.begun;
    const named = await this.links.attemptsOfTransfer(tx, references);
    const open = named.filter(({ isOpen }) => isOpen);
    const [first, ...others] = open.length > 0 ? open : named;
    return first && others.length === 0 ? this.lock(tx, first.attemptId) : null;
  }

  /** The last write of the transaction: it travels with COMMIT, which it can still prevent. */
  save(
    tx: AppTx,
    { link, attempt, payment, card }: LockedAttempt,
    consequences: Consequences = {},
  ): void {
    const { batch = new WriteBatch(), payment: steps = [], card: step, alsoWrite } = consequences;
    this.links.save(batch, link, [attempt]);
    if (steps.length > 0) this.payments.advance(tx, batch, { payment, steps });
    if (step) this.storedCards.advance(tx, batch, { card, step });
    alsoWrite?.(batch);
    tx.write(batch);
  }

  /** Notes money that the link does not take, with the refund that is to return it. */
  saveUnexpected(tx: AppTx, locked: LockedAttempt, payment: Payment): Refund {
    const { snapshot } = payment;
    const batch = new WriteBatch();
    this.links.save(batch, locked.link, [locked.attempt]);
    const refund = this.refunds.returnUnexpected(tx, batch, {
      paymentId: snapshot.paymentId,
      attemptId: locked.attempt.id,
      paymentLinkId: snapshot.paymentLinkId,
      userId: snapshot.userId,
      externalUserId: snapshot.externalUserId,
      recipientAccountId: snapshot.recipientAccountId,
      metadata: snapshot.metadata,
      amount: snapshot.amount + snapshot.surchargeAmount,
      currency: snapshot.currency,
      reason: `the payment link did not take it: its attempt was ${locked.attempt.status}`,
    });
    tx.write(batch);
    return refund;
  }

  saveReturned(tx: AppTx, locked: LockedAttempt): void {
    const batch = new WriteBatch();
    this.links.save(batch, locked.link, [locked.attempt]);
    this.refunds.close(tx, batch, locked.refund);
    tx.write(batch);
  }
}
