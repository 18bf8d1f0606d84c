import { Injectable } from '@nestjs/common';
import { PERSONAL_MEMBERS } from '@towpath/contracts';
import type {
  CreatePaymentUserRequest,
  PaymentUserResponse,
  UpdatePaymentUserRequest,
} from '@towpath/contracts/payment-link';
import { DomainError, newId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import {
  byKey,
  Idempotency,
  PersonalDataVault,
  Transactions,
  WriteBatch,
  type AppTx,
  type Lookup,
  type SubjectKey,
} from '@towpath/persistence';
import { ContentHash } from '../../persistence/content-hash.js';
import { EmailHash } from '../../persistence/email-hash.js';
import { publishUserChanges } from './payment-user.events.js';
import {
  externalUserErased,
  parseUserId,
  PaymentUser,
  userNotFound,
  type PaymentUserContent,
  type UserDetail,
} from './payment-user.js';
import {
  autopayConsentChanges,
  paymentUserErasures,
  paymentUsers,
  type Erasure,
  type PaymentUserRow,
} from './payment-user.table.js';
import { opened, PaymentUsersReads, sealed } from './payment-users.reads.js';

export interface Sender {
  readonly externalUserId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly userType?: PaymentUserRow['userType'];
  readonly userDetails?: readonly UserDetail[];
  /** The ID of a new user, where the caller must be able to repeat itself; else one is made. */
  readonly newUserId?: PaymentUserId;
}

interface NewUser {
  readonly externalUserId: string;
  readonly content: PaymentUserContent;
}

/** Commands on payment users: the people and businesses that pay a customer app. */
@Injectable()
export class PaymentUsersService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: PaymentUsersReads,
    private readonly vault: PersonalDataVault,
    private readonly contentHash: ContentHash,
    private readonly emailHash: EmailHash,
    private readonly answers: Idempotency,
  ) {}

  /** `external_user_id` identifies a repeat: the same content returns the same user. */
  create(app: CustomerAppId, body: CreatePaymentUserRequest): Promise<PaymentUserResponse> {
    const asked = newUserOf(body);
    const findOrCreate = async (tx: AppTx) => {
      const known = await this.known(tx, asked);
      if (known) return this.reads.full(await this.same(tx, known, asked));
      const batch = new WriteBatch();
      const user = this.add(tx, batch, { ...asked, userId: newId<PaymentUserId>(tx.systemNow) });
      tx.write(batch);
      return this.reads.full(user);
    };
    return this.db.forApp(app, findOrCreate, { retryOn: ['payment_users_external_user_id_key'] });
  }

  update(
    app: CustomerAppId,
    rawUserId: string,
    body: UpdatePaymentUserRequest,
  ): Promise<PaymentUserResponse> {
    const userId = parseUserId(rawUserId);
    const { next_bill_update: nextBill } = body;
    return this.db.forApp(app, async (tx) => {
      const user = await this.lock(tx, userId);
      const patch = {
        name: body.name,
        email: body.email,
        userType: body.user_type,
        autopayConsent: body.autopay_consent,
        metadata: body.metadata,
        nextBillUpdate: typeof nextBill === 'string' ? new Date(nextBill) : nextBill,
      };
      user.update(patch, tx.now);
      const batch = new WriteBatch();
      await this.save(tx, batch, user);
      tx.write(batch);
      return this.reads.full(user);
    });
  }

  /** The payer's answer on the hosted page: whether later charges without the payer are permitted. */
  async answerAutopay(
    tx: AppTx,
    batch: WriteBatch,
    answer: { readonly userId: PaymentUserId; readonly autopayConsent: boolean },
  ): Promise<void> {
    const user = await this.lock(tx, answer.userId);
    // Their consent stays revoked; the link that asks is paid all the same.
    if (user.isErased) return;
    user.update({ autopayConsent: answer.autopayConsent }, tx.now);
    await this.save(tx, batch, user);
  }

  /** Who has this ID in the customer app's own books; for `ensure`. */
  known(
    tx: AppTx,
    { externalUserId }: { readonly externalUserId: string },
  ): Promise<PaymentUserRow | null> {
    return paymentUsers.find(tx, { externalUserId });
  }

  /** Like `known`, for `findTogether`. */
  lookup({ externalUserId }: { readonly externalUserId: string }): Lookup<PaymentUserRow | null> {
    return paymentUsers.lookup({ externalUserId }, (row) => row);
  }

  /** The sender of a payment link, mandate or bill: the known user, or a new one of the batch. */
  ensure(
    tx: AppTx,
    batch: WriteBatch,
    { sender, known }: { readonly sender: Sender; readonly known: PaymentUserRow | null },
  ): PaymentUserId {
    if (known?.erasedAt) throw externalUserErased();
    if (known) return known.userId;
    const { externalUserId, name, email } = sender;
    const userId = sender.newUserId ?? newId<PaymentUserId>(tx.systemNow);
    const content = {
      personal: { name, email, userDetails: sender.userDetails ?? null },
      userType: sender.userType ?? null,
      autopayConsent: false,
      metadata: null,
      integrationMetadata: null,
    };
    this.add(tx, batch, { userId, externalUserId, content });
    return userId;
  }

  /**
   * For a caller that stores more data of the user: a concurrent erasure waits until the end of
   * this transaction and then includes that data. The returned user shows an earlier erasure.
   */
  async lock(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser> {
    const [row, keys] = await Promise.all([
      paymentUsers.lock(tx, { userId }),
      this.vault.openAll(tx, [userId]),
    ]);
    if (!row) throw userNotFound();
    return opened(row, keys.get(userId));
  }

  /** Called before texts about a known user are stored; it excludes a concurrent erasure. */
  async isErased(tx: AppTx, userId: PaymentUserId): Promise<boolean> {
    const [user] = await tx.query<{ erased: boolean }>(
      byKey(`SELECT erased_at IS NOT NULL AS erased FROM payment_users
       WHERE customer_app_id = $1 AND user_id = $2 FOR SHARE`),
      [tx.customerApp.id, userId],
    );
    return user?.erased ?? false;
  }

  /**
   * Erases the person of a payment user permanently: destroys the user's key, revokes the consent,
   * removes the user from stored answers, and records the erasure. A repeat keeps the first record.
   */
  async forget(
    tx: AppTx,
    batch: WriteBatch,
    { userId, actor, reason }: Omit<Erasure, 'erasedAt'> & { readonly userId: PaymentUserId },
  ): Promise<Erasure> {
    const user = await this.lock(tx, userId);
    // A repeat takes out what a request that went on meanwhile has stored.
    await this.answers.forget(tx, { userId, ...PERSONAL_MEMBERS });
    const first = await paymentUserErasures.find(tx, { userId });
    if (first) return first;
    const erasure = { actor, reason, erasedAt: tx.now };
    user.erase(erasure.erasedAt);
    await this.vault.destroy(tx, userId);
    paymentUsers.update(batch, this.sealed(user, null));
    const customerAppId = tx.customerApp.id;
    paymentUserErasures.insert(batch, { customerAppId, userId, ...erasure });
    addChanges(batch, user, 'ERASE');
    return erasure;
  }

  private async same(tx: AppTx, known: PaymentUserRow, asked: NewUser): Promise<PaymentUser> {
    if (known.erasedAt) throw externalUserErased();
    if (!this.contentHash.matches(known.contentHash, asked)) {
      throw new DomainError(
        'DUPLICATE_REFERENCE',
        'external_user_id belongs to a payment user with other content.',
      );
    }
    const keys = await this.vault.openAll(tx, [known.userId]);
    return opened(known, keys.get(known.userId));
  }

  private add(
    tx: AppTx,
    batch: WriteBatch,
    { userId, ...asked }: NewUser & { readonly userId: PaymentUserId },
  ): PaymentUser {
    const identity = {
      userId,
      customerAppId: tx.customerApp.id,
      externalUserId: asked.externalUserId,
      contentHash: this.contentHash.of(asked),
    };
    const user = PaymentUser.create(identity, asked.content, tx.now);
    paymentUsers.insert(batch, this.sealed(user, this.vault.makeFor(tx, batch, userId)));
    addChanges(batch, user, 'CREATE');
    return user;
  }

  private sealed(user: PaymentUser, key: SubjectKey | null): PaymentUserRow {
    return sealed(user, { key, emailHash: this.emailHash });
  }

  private async save(tx: AppTx, batch: WriteBatch, user: PaymentUser): Promise<void> {
    if (user.changes.length === 0) return;
    const key = await this.vault.keyFor(tx, user.snapshot.userId);
    paymentUsers.update(batch, this.sealed(user, key));
    addChanges(batch, user, 'UPDATE');
  }
}

function newUserOf(body: CreatePaymentUserRequest): NewUser {
  return {
    externalUserId: body.external_user_id,
    content: {
      personal: {
        name: body.name,
        email: body.email ?? null,
        userDetails: body.user_details ?? null,
      },
      userType: body.user_type ?? null,
      autopayConsent: body.autopay_consent ?? false,
      metadata: body.metadata ?? null,
      integrationMetadata: body.integration_metadata ?? null,
    },
  };
}

function addChanges(batch: WriteBatch, user: PaymentUser, source: 'CREATE' | 'UPDATE' | 'ERASE') {
  publishUserChanges(batch, user);
  const { customerAppId, userId, autopayConsent } = user.snapshot;
  const moves = user.changes.filter(({ event }) => event.includes('autopay_consent'));
  for (const { sequence, occurredAt } of moves) {
    const change = { customerAppId, userId, sequence, autopayConsent, source, occurredAt };
    autopayConsentChanges.insert(batch, change);
  }
}
