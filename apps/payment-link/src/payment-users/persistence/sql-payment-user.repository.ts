import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import { PersonalDataVault, type AppTx, type WriteBatch } from '@towpath/persistence';
import { oneRow, type Lookup } from '../../persistence/read-together.js';
import type { PaymentUser } from '../domain/payment-user.js';
import { publishUserChanges } from '../payment-user.events.js';
import { PaymentUserRepository, type SealedUser } from '../ports.js';
import {
  changingColumns,
  fixedColumns,
  keyColumns,
  userFromRow,
  type PaymentUserRow,
} from './payment-user.mapper.js';

const BY_ID = `SELECT to_jsonb(u) AS row FROM payment_users u
  WHERE customer_app_id = $1 AND user_id = ANY($2)`;

@Injectable()
export class SqlPaymentUserRepository extends PaymentUserRepository {
  constructor(private readonly vault: PersonalDataVault) {
    super();
  }

  override byExternalId(tx: AppTx, externalUserId: string): Lookup<SealedUser | null> {
    const sql = `SELECT jsonb_build_object('userId', user_id, 'contentHash', content_hash)
      FROM payment_users WHERE customer_app_id = $1 AND external_user_id = $2`;
    return oneRow<SealedUser, SealedUser>(
      { sql, params: [tx.customerApp.id, externalUserId] },
      (row) => row,
    );
  }

  override async find(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser | null> {
    const [user] = await this.findAll(tx, [userId]);
    return user ?? null;
  }

  override async lock(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser | null> {
    const [user] = await this.read(tx, `${BY_ID} FOR UPDATE`, [userId]);
    return user ?? null;
  }

  override findAll(tx: AppTx, userIds: readonly PaymentUserId[]): Promise<PaymentUser[]> {
    return this.read(tx, BY_ID, userIds);
  }

  override async add(
    tx: AppTx,
    batch: WriteBatch,
    { user, contentHash }: { readonly user: PaymentUser; readonly contentHash: string },
  ): Promise<void> {
    const key = await this.vault.keyFor(tx, user.snapshot.userId);
    batch.insert('payment_users', {
      ...keyColumns(user),
      ...fixedColumns(user),
      ...changingColumns(user, key),
      content_hash: contentHash,
    });
    this.addChanges(batch, user, 'CREATE');
  }

  override async save(tx: AppTx, batch: WriteBatch, user: PaymentUser): Promise<void> {
    if (user.changes.length === 0) return;
    const key = await this.vault.keyFor(tx, user.snapshot.userId);
    batch.update('payment_users', keyColumns(user), changingColumns(user, key));
    this.addChanges(batch, user, 'UPDATE');
  }

  private addChanges(batch: WriteBatch, user: PaymentUser, source: 'CREATE' | 'UPDATE'): void {
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
    const rows = await tx.query<{ row: PaymentUserRow }>(sql, [tx.customerApp.id, userIds]);
    const keys = await this.vault.openAll(tx, userIds);
    return rows.map(({ row }) => userFromRow(row, keys.get(row.user_id)));
  }
}
