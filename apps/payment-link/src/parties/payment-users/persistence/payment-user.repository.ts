import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import {
  byValues,
  byKey,
  type AppTx,
  PersonalDataVault,
  type WriteBatch,
} from '@towpath/persistence';
import type { PaymentUser } from '../domain/payment-user.js';
import { publishUserChanges } from '../payment-user.events.js';
import type { Erasure, SealedUser } from '../ports.js';
import {
  changingColumns,
  erasedColumns,
  fixedColumns,
  keyColumns,
  userFromRow,
  type PaymentUserRow,
} from './payment-user.mapper.js';

const BY_ID = `SELECT to_jsonb(u) AS row FROM payment_users u
  WHERE customer_app_id = $1 AND user_id = ANY($2)`;

@Injectable()
export class PaymentUserRepository {
  constructor(private readonly vault: PersonalDataVault) {}

  /** Who has this ID in the customer app's own books. */
  async byExternalId(tx: AppTx, externalUserId: string): Promise<SealedUser | null> {
    const [user] = await tx.query<SealedUser>(
      byKey(`SELECT user_id AS "userId", content_hash AS "contentHash",
         erased_at IS NOT NULL AS "isErased"
       FROM payment_users WHERE customer_app_id = $1 AND external_user_id = $2`),
      [tx.customerApp.id, externalUserId],
    );
    return user ?? null;
  }

  async find(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser | null> {
    const [user] = await this.findAll(tx, [userId]);
    return user ?? null;
  }

  /** As `find`, and nobody else changes the user until the transaction ends. */
  async lock(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser | null> {
    const [user] = await this.read(tx, `${BY_ID} FOR UPDATE`, [userId]);
    return user ?? null;
  }

  /** Whether the person is erased; nobody erases them until the transaction ends. */
  async isErased(tx: AppTx, userId: PaymentUserId): Promise<boolean> {
    const [user] = await tx.query<{ erased: boolean }>(
      byKey(`SELECT erased_at IS NOT NULL AS erased FROM payment_users
       WHERE customer_app_id = $1 AND user_id = $2 FOR SHARE`),
      [tx.customerApp.id, userId],
    );
    return user?.erased ?? false;
  }

  /** With one query for all; users that do not exist are left out. */
  findAll(tx: AppTx, userIds: readonly PaymentUserId[]): Promise<PaymentUser[]> {
    return this.read(tx, BY_ID, userIds);
  }

  /** Adds a new user to the batch. */
  add(
    tx: AppTx,
    batch: WriteBatch,
    { user, contentHash }: { readonly user: PaymentUser; readonly contentHash: string },
  ): void {
    const key = this.vault.makeFor(tx, batch, user.snapshot.userId);
    batch.insert('payment_users', {
      ...keyColumns(user),
      ...fixedColumns(user),
      ...changingColumns(user, key),
      content_hash: contentHash,
    });
    this.addChanges(batch, user, 'CREATE');
  }

  /** Adds the changes of a stored user to the batch. */
  async save(tx: AppTx, batch: WriteBatch, user: PaymentUser): Promise<void> {
    if (user.changes.length === 0) return;
    const key = await this.vault.keyFor(tx, user.snapshot.userId);
    batch.update('payment_users', keyColumns(user), changingColumns(user, key));
    this.addChanges(batch, user, 'UPDATE');
  }

  /** Destroys the key of an erased user at once; adds the rest and the tombstone to the batch. */
  async erase(
    tx: AppTx,
    batch: WriteBatch,
    { user, erasure }: { readonly user: PaymentUser; readonly erasure: Erasure },
  ): Promise<void> {
    await this.vault.destroy(tx, user.snapshot.userId);
    const { actor, reason, erasedAt } = erasure;
    batch.update('payment_users', keyColumns(user), erasedColumns(user));
    batch.insert('payment_user_erasures', {
      ...keyColumns(user),
      actor,
      reason,
      erased_at: erasedAt,
    });
    this.addChanges(batch, user, 'ERASE');
  }

  async erasureOf(tx: AppTx, userId: PaymentUserId): Promise<Erasure | null> {
    const [row] = await tx.query<{ actor: string; reason: string; erased_at: Date }>(
      byValues(`SELECT actor, reason, erased_at FROM payment_user_erasures
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
    return row ? { actor: row.actor, reason: row.reason, erasedAt: row.erased_at } : null;
  }

  private addChanges(
    batch: WriteBatch,
    user: PaymentUser,
    source: 'CREATE' | 'UPDATE' | 'ERASE',
  ): void {
    publishUserChanges(batch, user);
    const moves = user.changes.filter(({ event }) => event.includes('autopay_consent'));
    for (const { sequence, occurredAt } of moves) {
      batch.insert('autopay_consent_changes', {
        ...keyColumns(user),
        sequence,
        autopay_consent: user.snapshot.autopayConsent,
        source,
        occurred_at: occurredAt,
      });
    }
  }

  private async read(
    tx: AppTx,
    sql: string,
    userIds: readonly PaymentUserId[],
  ): Promise<PaymentUser[]> {
    if (userIds.length === 0) return [];
    const [rows, keys] = await Promise.all([
      tx.query<{ row: PaymentUserRow }>(byKey(sql), [tx.customerApp.id, userIds]),
      this.vault.openAll(tx, userIds),
    ]);
    return rows.map(({ row }) => userFromRow(row, keys.get(row.user_id)));
  }
}
