import { Injectable } from '@nestjs/common';
import type {
  PaymentAttemptId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import {
  byValues,
  type AppTx,
  byKey,
  Encryption,
  type PlannedStatement,
  type WriteBatch,
} from '@towpath/persistence';
import type { StoredCard } from '../domain/stored-card.js';
import { publishCardChanges } from '../payment-method.events.js';
import {
  cardFromRow,
  cardKey,
  changingColumns,
  fixedColumns,
  type PaymentMethodRow,
} from './payment-method.mapper.js';

const ONE = 'SELECT to_jsonb(m) AS row FROM payment_methods m WHERE customer_app_id = $1';
const BY_ID = byKey(`${ONE} AND payment_method_id = $2`);
const OF_ATTEMPT = byKey(`${ONE} AND attempt_id = $2`);
const OPEN_OF_LINK = byKey(`${ONE} AND payment_link_id = $2 AND status = 'CREATED'`);

@Injectable()
export class PaymentMethodRepository {
  constructor(private readonly encryption: Encryption) {}

  ofAttempt(tx: AppTx, attemptId: PaymentAttemptId): Promise<StoredCard | null> {
    return this.one(tx, OF_ATTEMPT, attemptId);
  }

  /** The card of a link that waits for its authorization; there is at most one. */
  openOfLink(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<StoredCard | null> {
    return this.one(tx, OPEN_OF_LINK, paymentLinkId);
  }

  find(tx: AppTx, id: PaymentMethodId): Promise<StoredCard | null> {
    return this.one(tx, BY_ID, id);
  }

  /** Newest first, in every status. */
  async ofUser(tx: AppTx, userId: PaymentUserId): Promise<StoredCard[]> {
    const rows = await tx.query<{ row: PaymentMethodRow }>(
      byKey(`SELECT to_jsonb(m) AS row FROM payment_methods m
       WHERE customer_app_id = $1 AND user_id = $2
       ORDER BY created_at DESC, payment_method_id DESC`),
      [tx.customerApp.id, userId],
    );
    return rows.map(({ row }) => cardFromRow(row, this.encryption));
  }

  /** Like `ofUser`, but locks the user until the end of this transaction. */
  async ofUserInTurn(tx: AppTx, userId: PaymentUserId): Promise<StoredCard[]> {
    await tx.query(byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [
      `${tx.customerApp.id} payment methods of ${userId}`,
    ]);
    return this.ofUser(tx, userId);
  }

  /** For all cards of the user; the alias tells that two cards have one number. */
  async forgetBrowsers(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE payment_methods
       SET risk_data_sealed = NULL, card_details = card_details - 'card_number_alias'
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
  }

  /** Adds a new card, or the moves of a stored one, to the batch. */
  save(batch: WriteBatch, card: StoredCard): void {
    const [first] = card.changes;
    if (!first) return;
    const key = cardKey(card);
    const columns = changingColumns(card, this.encryption);
    if (first.from === null) {
      batch.insert('payment_methods', { ...key, ...fixedColumns(card), ...columns });
    } else {
      batch.update('payment_methods', { ...key, sequence: first.sequence - 1 }, columns);
    }
    batch.history('payment_method_state_changes', key, card.changes);
    publishCardChanges(batch, card);
  }

  private async one(
    tx: AppTx,
    statement: PlannedStatement,
    id: string,
  ): Promise<StoredCard | null> {
    const [found] = await tx.query<{ row: PaymentMethodRow }>(statement, [tx.customerApp.id, id]);
    return found ? cardFromRow(found.row, this.encryption) : null;
  }
}
