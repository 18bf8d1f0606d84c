import { Injectable } from '@nestjs/common';
import { DomainError, newId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import { ContentHash } from '../../persistence/content-hash.js';
import { PaymentUser, type PaymentUserContent } from './domain/payment-user.js';
import { externalUserErased } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

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
    const retryOn = ['payment_users_external_user_id_key'];
    return this.transactions.forApp(customerAppId, (tx) => this.findOrCreate(tx, asked), {
      retryOn,
    });
  }

  private async findOrCreate(tx: AppTx, asked: NewPaymentUser): Promise<PaymentUser> {
    const known = await this.users.byExternalId(tx, asked.externalUserId);
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
    tx.write(batch);
    return user;
  }
}
