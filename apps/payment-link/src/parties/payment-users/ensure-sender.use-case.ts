import { Injectable } from '@nestjs/common';
import { newId, type PaymentUserId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { ContentHash } from '../../persistence/content-hash.js';
import { PaymentUser, type UserDetail, type UserType } from './domain/payment-user.js';
import { externalUserErased } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';
import type { SealedUser } from './ports.js';

export interface Sender {
  readonly externalUserId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly userType?: UserType;
  readonly userDetails?: readonly UserDetail[];
  /** The ID of a new user, where the caller must be able to repeat itself; else one is made. */
  readonly newUserId?: PaymentUserId;
}

/**
 * The payment user of the sender of a payment link or mandate: the existing one with that
 * `external_user_id`, or a new one in the caller's transaction.
 */
@Injectable()
export class EnsureSender {
  constructor(
    private readonly users: PaymentUserRepository,
    private readonly contentHash: ContentHash,
  ) {}

  /** Pass the result to `execute`. */
  known(tx: AppTx, sender: Sender): Promise<SealedUser | null> {
    return this.users.byExternalId(tx, sender.externalUserId);
  }

  /** Called before texts about a known user are stored; it excludes a concurrent erasure. */
  isErased(tx: AppTx, userId: PaymentUserId): Promise<boolean> {
    return this.users.isErased(tx, userId);
  }

  execute(
    tx: AppTx,
    batch: WriteBatch,
    { sender, known }: { readonly sender: Sender; readonly known: SealedUser | null },
  ): PaymentUserId {
    if (known?.isErased) throw externalUserErased();
    if (known) return known.userId;
    const { externalUserId, name, email } = sender;
    const content = {
      personal: { name, email, userDetails: sender.userDetails ?? null },
      userType: sender.userType ?? null,
      autopayConsent: false,
      metadata: null,
      integrationMetadata: null,
    };
    const userId = sender.newUserId ?? newId<PaymentUserId>(tx.systemNow);
    const identity = { userId, customerAppId: tx.customerApp.id, externalUserId };
    const user = PaymentUser.create(identity, content, tx.now);
    const contentHash = this.contentHash.of({ externalUserId, content });
    this.users.add(tx, batch, { user, contentHash });
    return userId;
  }
}
