import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Lookup, Tenant } from '../../persistence/read-together.js';
import type { PaymentUser } from './domain/payment-user.js';

/** A stored user whose personal data is still sealed. */
export interface SealedUser {
  readonly userId: PaymentUserId;
  readonly contentHash: string;
  readonly isErased: boolean;
}

/** The tombstone of an erased person: who asked for it, and why. */
export interface Erasure {
  readonly actor: string;
  readonly reason: string;
  readonly erasedAt: Date;
}

export abstract class PaymentUserRepository {
  /** For other reads of the same statement: who has this ID in the customer app's own books. */
  abstract byExternalId(tenant: Tenant, externalUserId: string): Lookup<SealedUser | null>;
  abstract find(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser | null>;
  /** As `find`, and nobody else changes the user until the transaction ends. */
  abstract lock(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser | null>;
  /** With one query for all; users that do not exist are left out. */
  abstract findAll(tx: AppTx, userIds: readonly PaymentUserId[]): Promise<PaymentUser[]>;
  /** Adds a new user to the batch. */
  abstract add(
    tx: AppTx,
    batch: WriteBatch,
    created: { readonly user: PaymentUser; readonly contentHash: string },
  ): void;
  /** Adds the changes of a stored user to the batch. */
  abstract save(tx: AppTx, batch: WriteBatch, user: PaymentUser): Promise<void>;
  /** Destroys the key of an erased user at once; adds the rest and the tombstone to the batch. */
  abstract erase(
    tx: AppTx,
    batch: WriteBatch,
    erased: { readonly user: PaymentUser; readonly erasure: Erasure },
  ): Promise<void>;
  abstract erasureOf(tx: AppTx, userId: PaymentUserId): Promise<Erasure | null>;
}
