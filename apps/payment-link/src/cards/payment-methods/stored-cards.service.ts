import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type {
  CustomerAppId,
  PaymentAttemptId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import {
  byValues,
  Encryption,
  Transactions,
  WriteBatch,
  type AppTx,
  type Lookup,
} from '@towpath/persistence';
import { CARD_TOKEN_KEY } from '../../persistence/key-purposes.js';
import { publishCardChanges } from './stored-card.events.js';
import { ForgottenCardsService } from '../forgotten-cards/forgotten-cards.service.js';
import { StoredCard, type CardReport, type CardStep, type StoredCardTerms } from './stored-card.js';
import { storedCards, type StoredCardRow } from './stored-card.table.js';
import { cardOf, riskDataContext, StoredCardsReads } from './stored-cards.reads.js';

/** Commands on cards that payers agreed to store. Those of a link are moved under its lock. */
@Injectable()
export class StoredCardsService {
  constructor(
    private readonly db: Transactions,
    private readonly encryption: Encryption,
    private readonly reads: StoredCardsReads,
    private readonly forgotten: ForgottenCardsService,
  ) {}

  /** A payer chose a card that is to be kept: it is listed from the caller's transaction on. */
  choose(tx: AppTx, batch: WriteBatch, terms: StoredCardTerms): void {
    this.save(batch, StoredCard.choose(terms, tx.now));
  }

  ofAttempt(attemptId: PaymentAttemptId): Lookup<StoredCard | null> {
    return storedCards.lookup({ attemptId }, (row) => cardOf(row, this.encryption));
  }

  /** The card of a link that waits for its authorization; there is at most one. */
  openOfLink(paymentLinkId: PaymentLinkId): Lookup<StoredCard | null> {
    const read = (row: StoredCardRow) => cardOf(row, this.encryption);
    return storedCards.lookup({ paymentLinkId }, read, `status = 'CREATED'`);
  }

  /** A decided card keeps its decision; only its payment moves. */
  advance(
    tx: AppTx,
    batch: WriteBatch,
    { card, step }: { readonly card: StoredCard | null; readonly step: CardStep },
  ): void {
    if (card?.follow(step, tx.now)) this.save(batch, card);
  }

  /**
   * It is no longer chargeable; null when the app has no card with this ID. Its gateway deletes it,
   * unless the app imported it: then others may use it. A card that still waits for its
   * authorization is not stored when that arrives: the link receives the event and ends the attempt.
   */
  cancel(app: CustomerAppId, id: PaymentMethodId): Promise<PaymentMethodResponse | null> {
    return this.db.forApp(app, async (tx) => {
      const card = await this.reads.find(tx, id);
      if (!card) return null;
      card.cancel(tx.now, 'cancelled by the customer app');
      if (!card.isImported) await this.forgotten.request(tx, [card.snapshot]);
      const batch = new WriteBatch();
      this.save(batch, card);
      tx.write(batch);
      return this.reads.bodyOf(tx, card);
    });
  }

  /**
   * No card of the erased user is chargeable any more, and gateways delete them all. Returns those
   * that were not cancelled before. One that still waits for its authorization is not stored when
   * that arrives.
   */
  async cancelOfUser(
    tx: AppTx,
    batch: WriteBatch,
    { userId, reason }: { readonly userId: PaymentUserId; readonly reason: string },
  ): Promise<PaymentMethodId[]> {
    const stored = await this.reads.ofUser(tx, userId);
    const cards = stored.filter((card) => card.canBeCancelled);
    for (const card of cards) {
      card.cancel(tx.now, reason);
      this.save(batch, card);
    }
    await this.forgotten.request(
      tx,
      stored.map(({ snapshot }) => snapshot),
    );
    return cards.map(({ id }) => id);
  }

  /** The gateway stored a card that was cancelled before: it deletes the card again. */
  async forgetLate(
    tx: AppTx,
    { card, report }: { readonly card: StoredCard | null; readonly report: CardReport },
  ): Promise<void> {
    const { integrationMetadata } = report;
    if (card?.status !== 'CANCELLED' || integrationMetadata === null) return;
    await this.forgotten.request(tx, [{ ...card.snapshot, integrationMetadata }]);
  }

  /**
   * Deletes the gateways' data about an erased user's browsers, and the aliases, which tell that two
   * cards have one number. The cards stay, as cancelled. It comes after the caller's other writes to
   * these cards.
   */
  async forget(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE payment_methods
       SET risk_data_sealed = NULL, card_details = card_details - 'card_number_alias'
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
  }

  /** Adds a new card, or the moves of a stored one, with its history and events. */
  save(batch: WriteBatch, card: StoredCard): void {
    const { riskData, ...row } = card.snapshot;
    const context = riskDataContext(row.paymentMethodId);
    const riskDataSealed =
      riskData && this.encryption.encrypt(CARD_TOKEN_KEY, JSON.stringify(riskData), context);
    storedCards.save(batch, { snapshot: { ...row, riskDataSealed }, changes: card.changes });
    publishCardChanges(batch, card);
  }
}
