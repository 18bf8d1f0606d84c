import { Injectable } from '@nestjs/common';
import { DomainError, newId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import {
  type AppTx,
  beginReading,
  retryOnConflict,
  Transactions,
  WriteBatch,
} from '@towpath/persistence';
import { ContentHash } from '../../persistence/content-hash.js';
import { PaymentUser, type PaymentUserContent } from './domain/payment-user.js';
import { externalUserErased } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';
import type { SealedUser } from './ports.js';

export interface NewPaymentUser {
  readonly externalUserId: string;
  readonly content: PaymentUserContent;
}

/** `external_user_id` identifies a repeat: the same content returns the same user. */
@Injectable()
export class CreatePaymentUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: PaymentUserRepository,
    private readonly contentHash: ContentHash,
  ) {}

  execute(customerAppId: CustomerAppId, asked: NewPaymentUser): Promise<PaymentUser> {
    const tenant = { customerApp: { id: customerAppId } };
    const lookups = { known: this.users.byExternalId(tenant, asked.externalUserId) };
    return retryOnConflict(['payment_users_external_user_id_key'], () =>
      beginReading(this.transactions, { customerAppId, lookups }, (tx, { known }) =>
        this.findOrCreate(tx, asked, known),
      ),
    );
  }

  private async findOrCreate(
    tx: AppTx,
    asked: NewPaymentUser,
    known: SealedUser | null,
  ): Promise<PaymentUser> {
    if (!known) return this.create(tx, asked);
    if (known.isErased) throw externalUserErased();
    const user = await this.users.find(tx, known.userId);
    if (user && this.contentHash.matches(known.contentHash, asked)) return user;
    throw new DomainError(
      'DUPLICATE_REFERENCE',
      'external_user_id belongs to a payment user with other content.',
    );
  }

  private create(tx: AppTx, asked: NewPaymentUser): PaymentUser {
    const identity = {
      userId: newId<PaymentUserId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      externalUserId: asked.externalUserId,
    };
    const user = PaymentUser.create(identity, asked.content, tx.now);
    const batch = new WriteBatch();
    this.users.add(tx, batch, { user, contentHash: this.contentHash.of(asked) });
    tx.send(batch);
    return user;
  }
}
