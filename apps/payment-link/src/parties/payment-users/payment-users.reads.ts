import { Injectable } from '@nestjs/common';
import type {
  PaymentUserResponse,
  PaymentUserSummary,
  SenderDetail,
  SenderSummary,
  UserIntegrationMetadata,
} from '@towpath/contracts/payment-link';
import type { CustomerAppId, PaymentUserId } from '@towpath/kernel';
import {
  KeyedHash,
  PersonalDataVault,
  Transactions,
  type AppTx,
  type Lookup,
  type SubjectKey,
} from '@towpath/persistence';
import type { EmailHash } from '../../persistence/email-hash.js';
import {
  NO_PERSONAL_DATA,
  parseUserId,
  PaymentUser,
  userNotFound,
  type PaymentUserSnapshot,
  type PersonalData,
} from './payment-user.js';
import { paymentUsers, type PaymentUserRow } from './payment-user.table.js';

const SEALED_FIELD = 'payment_users.personal_sealed';

/** Payment users, and their three public forms: only the full one has the e-mail address. */
@Injectable()
export class PaymentUsersReads {
  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly hash: KeyedHash,
  ) {}

  get(app: CustomerAppId, rawUserId: string): Promise<PaymentUserResponse> {
    const userId = parseUserId(rawUserId);
    const read = async (tx: AppTx) => {
      const user = (await this.byId(tx, [userId])).get(userId);
      if (!user) throw userNotFound();
      return this.full(user);
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** The users of a whole page, with one query; those that do not exist are left out. */
  async byId(
    tx: AppTx,
    userIds: readonly PaymentUserId[],
  ): Promise<ReadonlyMap<PaymentUserId, PaymentUser>> {
    if (userIds.length === 0) return new Map();
    const ids = [...new Set(userIds)];
    const [rows, keys] = await Promise.all([
      paymentUsers.findAll(tx, ids),
      this.vault.openAll(tx, ids),
    ]);
    return new Map(rows.map((row) => [row.userId, opened(row, keys.get(row.userId))]));
  }

  /** For `findTogether`; the personal data stays sealed. */
  lookup(userId: PaymentUserId): Lookup<PaymentUserRow | null> {
    return paymentUsers.lookup({ userId }, (row) => row);
  }

  /** Own operations of payment users. */
  full(user: PaymentUser): PaymentUserResponse {
    const { email } = user.snapshot.personal;
    return { ...this.summary(user), ...(email === null ? {} : { email }) };
  }

  /** As the owner of payment methods. */
  summary({ snapshot }: PaymentUser): PaymentUserSummary {
    const { personal, userType, metadata, nextBillUpdate, integrationMetadata } = snapshot;
    return {
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      autopay_consent: snapshot.autopayConsent,
      name: personal.name ?? undefined,
      user_type: userType ?? undefined,
      user_details: this.tokenized(snapshot),
      metadata: metadata ?? undefined,
      next_bill_update: nextBillUpdate?.toISOString(),
      integration_metadata: (integrationMetadata as UserIntegrationMetadata | null) ?? undefined,
      created_at: snapshot.createdAt.toISOString(),
      updated_at: snapshot.updatedAt.toISOString(),
    };
  }

  /** As the sender of a payment. */
  sender({ snapshot }: PaymentUser): SenderSummary {
    return {
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      user_type: snapshot.userType ?? 'INDIVIDUAL',
      name: snapshot.personal.name ?? undefined,
      user_details: this.tokenized(snapshot),
    };
  }

  private tokenized({ customerAppId, personal }: PaymentUserSnapshot): SenderDetail[] | undefined {
    return personal.userDetails?.map(({ details_type, values }) => ({
      details_type: details_type as SenderDetail['details_type'],
      values: values?.map((value) => this.hash.tokenize({ customerAppId, value })),
    }));
  }
}

/** @param key undefined for an erased user */
export function opened(
  { personalSealed, emailHash: _hash, ...row }: PaymentUserRow,
  key: SubjectKey | undefined,
): PaymentUser {
  const personal = key
    ? (JSON.parse(key.decrypt(SEALED_FIELD, personalSealed)) as PersonalData)
    : NO_PERSONAL_DATA;
  return PaymentUser.restore({ ...row, personal });
}

/** @param key null for an erased user, who has no hash either */
export function sealed(
  { snapshot: { personal, ...row } }: PaymentUser,
  { key, emailHash }: { readonly key: SubjectKey | null; readonly emailHash: EmailHash },
): PaymentUserRow {
  const text = JSON.stringify(personal);
  return {
    ...row,
    personalSealed: key ? key.encrypt(SEALED_FIELD, { text }) : Buffer.alloc(0),
    emailHash: emailHash.of(key && personal.email),
  };
}
