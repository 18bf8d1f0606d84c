import { Injectable } from '@nestjs/common';
import type { MandateId, PaymentAttemptId, PaymentLinkId } from '@towpath/kernel';
import { byKey, findTogether, WriteBatch, type AppTx } from '@towpath/persistence';
import type { CardReport, CardStep, StoredCard } from '../../cards/payment-methods/stored-card.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';
import type { AttemptFollower } from '../../debit/mandate-charges/mandate-charges.service.js';
import type { Payment, PaymentStep } from '../../money/payments/payment.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import type { Refund } from '../../money/refunds/refund.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { AttemptRowsService } from '../payment-attempts/attempt-rows.service.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { PaymentLinksService, saveLink } from '../payment-links/payment-links.service.js';
import { RefundsService } from '../../money/refunds/refunds.service.js';

/** A locked link with the attempt that moves, and what moves with them. */
export interface MovedLink {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt | null;
  /** Null in a SETUP link. */
  readonly payment: Payment | null;
  /** Null unless the card is to be stored. */
  readonly card: StoredCard | null;
}

/** Everything that one attempt decides about, under the lock of its link. */
export interface LockedAttempt extends MovedLink {
  readonly attempt: PaymentAttempt;
  /** The card of an earlier link that pays, if it does. */
  readonly saved: StoredCard | null;
  /** Refund of money that the link did not accept. */
  readonly refund: Refund | null;
}

export interface Consequences {
  readonly payment?: readonly PaymentStep[];
  readonly card?: CardStep;
  /** The batch that already contains the other rows of the statement. */
  readonly batch?: WriteBatch;
}

/**
 * Attempts under the lock of their link. One packet locks and loads, one writes: the two round trips
 * of a money command, if it begins with the first and ends with the second.
 */
@Injectable()
export class PaymentAttemptsService implements AttemptFollower {
  constructor(
    private readonly rows: AttemptRowsService,
    private readonly links: PaymentLinksService,
    private readonly payments: PaymentsService,
    private readonly storedCards: StoredCardsService,
    private readonly cards: StoredCardsReads,
    private readonly refunds: RefundsService,
  ) {}

  /** A link with the attempt that occupies it. */
  lockOpen(tx: AppTx, linkId: PaymentLinkId) {
    return Promise.all([this.links.lock(tx, linkId), this.rows.openOf(tx, linkId)]);
  }

  async lock(tx: AppTx, attemptId: PaymentAttemptId): Promise<LockedAttempt | null> {
    // The second statement of the packet begins once the first has the lock.
    const [link, [attempt, payment, card, refund]] = await Promise.all([
      this.links.lockOfAttempt(tx, attemptId),
      findTogether(tx, [
        this.rows.lookup(attemptId),
        this.payments.ofAttempt(attemptId),
        this.storedCards.ofAttempt(attemptId),
        this.refunds.unexpectedOf(attemptId),
      ]),
    ]);
    if (!link || !attempt) return null;
    const { savedMethodId } = attempt.snapshot;
    const saved = savedMethodId && (await this.cards.find(tx, savedMethodId));
    return { link, attempt, payment, card, saved, refund };
  }

  /** A mandate belongs to one attempt, permanently. */
  async lockOfMandate(tx: AppTx, mandateId: MandateId): Promise<LockedAttempt | null> {
    const [found] = await tx.query<{ attempt_id: PaymentAttemptId }>(
      byKey(
        `SELECT attempt_id FROM payment_attempts WHERE customer_app_id = $1 AND mandate_id = $2`,
      ),
      [tx.customerApp.id, mandateId],
    );
    return found ? this.lock(tx, found.attempt_id) : null;
  }

  /**
   * The payment of a bank transfer, whose text may contain several references: the newest attempt by
   * transfer on the only open link, or on the only link if none is open. Otherwise null.
   */
  async lockOfTransfer(tx: AppTx, references: readonly string[]): Promise<LockedAttempt | null> {
    await tx.begun;
    const named = await tx.query<{ attemptId: PaymentAttemptId; isOpen: boolean }>(
      byKey(`SELECT DISTINCT ON (a.payment_link_id) a.attempt_id AS "attemptId",
         l.status = 'CREATED' AND l.expires_at > $3 AS "isOpen"
       FROM payment_attempts a JOIN payment_links l USING (customer_app_id, payment_link_id)
       WHERE a.customer_app_id = $1 AND right(a.payment_link_id, 12) = ANY ($2)
         AND a.payment_method_type = 'MANUAL' ORDER BY a.payment_link_id, a.ordinal DESC`),
      [tx.customerApp.id, references, tx.now],
    );
    const open = named.filter(({ isOpen }) => isOpen);
    const [first, ...others] = open.length > 0 ? open : named;
    return first && others.length === 0 ? this.lock(tx, first.attemptId) : null;
  }

  /** The last write of the transaction: it travels with COMMIT, which it can still prevent. */
  save(tx: AppTx, moved: MovedLink, consequences: Consequences = {}): void {
    const { attempt, payment, card } = moved;
    const { batch = new WriteBatch(), payment: steps = [], card: step } = consequences;
    this.add(batch, moved.link, attempt);
    if (steps.length > 0) this.payments.advance(tx, batch, { payment, steps });
    if (step) this.storedCards.advance(tx, batch, { card, step });
    tx.write(batch);
  }

  /** Adds the changes of a locked link and of its attempt, which may be new, to the batch. */
  add(batch: WriteBatch, link: PaymentLink, attempt: PaymentAttempt | null): void {
    saveLink(batch, link, attempt ? [attempt] : []);
    if (attempt) this.rows.save(batch, attempt);
  }

  /** Notes money that the link does not take, with the refund that is to return it. */
  saveUnexpected(tx: AppTx, { link, attempt }: LockedAttempt, { snapshot }: Payment): Refund {
    const batch = new WriteBatch();
    this.add(batch, link, attempt);
    const refund = this.refunds.returnUnexpected(tx, batch, {
      paymentId: snapshot.paymentId,
      attemptId: attempt.id,
      paymentLinkId: snapshot.paymentLinkId,
      userId: snapshot.userId,
      externalUserId: snapshot.externalUserId,
      recipientAccountId: snapshot.recipientAccountId,
      metadata: snapshot.metadata,
      amount: snapshot.amount + snapshot.surchargeAmount,
      currency: snapshot.currency,
      reason: `the payment link did not take it: its attempt was ${attempt.status}`,
    });
    tx.write(batch);
    return refund;
  }

  saveReturned(tx: AppTx, { link, attempt, refund }: LockedAttempt): void {
    const batch = new WriteBatch();
    this.add(batch, link, attempt);
    this.refunds.close(tx, batch, refund);
    tx.write(batch);
  }

  /** Before the other writes: what the gateway stored for a card that was cancelled before. */
  forgetLate(tx: AppTx, { card }: LockedAttempt, report: CardReport): Promise<void> {
    return this.storedCards.forgetLate(tx, { card, report });
  }

  /** The bank's status of the charge of a mandate: attempt, link and payment move together. */
  async advance(
    tx: AppTx,
    attemptId: PaymentAttemptId,
    steps: readonly PaymentStep[],
  ): Promise<void> {
    const locked = await this.lock(tx, attemptId);
    if (!locked) throw new Error(`the attempt ${attemptId} of a charged payment does not exist`);
    const { payment, refund } = locked;
    const isCorrected = steps.some(({ step }) => step === 'CORRECT');
    if (isCorrected && !locked.link.canCorrect()) {
      // Another attempt has paid the link, or the link has ended: booked with its return.
      if (payment && !refund) this.saveUnexpected(tx, locked, payment);
      return;
    }
    this.follow(tx, locked, { payment: steps });
  }

  /** Attempt and link take the steps of the payment. */
  follow(tx: AppTx, locked: LockedAttempt, consequences: Consequences): void {
    for (const step of consequences.payment ?? []) follow(tx, locked, step);
    this.save(tx, locked, consequences);
  }
}

const WITHDRAWN = 'The payer withdrew the mandate before the payment was collected.';

function follow({ now }: AppTx, { link, attempt }: LockedAttempt, taken: PaymentStep): void {
  switch (taken.step) {
    case 'EXECUTE':
      return link.succeed(attempt, now);
    case 'CORRECT':
      return link.correctToSucceeded(attempt, taken.reason, now);
    case 'FAIL':
      return link.fail(attempt, taken.failure, now);
    case 'REVOKE': {
      const explanation = taken.reason ?? WITHDRAWN;
      return link.fail(attempt, { code: 'INVALID_MANDATE_STATUS', explanation }, now);
    }
    default:
      // the payment alone has moved
      return undefined;
  }
}
