import type { CustomerAppId, PaymentUserId } from '@towpath/kernel';
import {
  bigint,
  boolean,
  bytes,
  defineTable,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';

const KEY = ['customerAppId', 'userId'] as const;

export const paymentUsers = defineTable(
  'payment_users',
  {
    customerAppId: text<CustomerAppId>(),
    userId: text<PaymentUserId>(),
    externalUserId: text().fixed(),
    userType: text<'INDIVIDUAL' | 'BUSINESS'>().orNull(),
    autopayConsent: boolean(),
    /** Name, e-mail and details, under a key of this user that can be destroyed. */
    personalSealed: bytes(),
    /** Keyed hash of the e-mail address, by which operators find the user; null without one. */
    emailHash: text().orNull(),
    /** Keyed hash of the content at the creation: decides whether a repeat is the same. */
    contentHash: text(),
    metadata: json<Readonly<Record<string, string>>>().orNull(),
    integrationMetadata: json().orNull(),
    nextBillUpdate: time().orNull(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
    /** When the person of the user was erased, permanently. */
    erasedAt: time().orNull(),
  },
  {
    key: KEY,
    unique: { payment_users_external_user_id_key: ['customerAppId', 'externalUserId'] },
    indexes: {
      payment_users_found_by_newest: ['createdAt', 'userId'],
      payment_users_found_in_app: ['customerAppId', 'createdAt', 'userId'],
    },
  },
);

export type PaymentUserRow = RowOf<typeof paymentUsers>;

export const autopayConsentChanges = defineTable(
  'autopay_consent_changes',
  {
    customerAppId: text<CustomerAppId>(),
    userId: text<PaymentUserId>(),
    sequence: bigint(),
    autopayConsent: boolean(),
    source: text<'CREATE' | 'UPDATE' | 'ERASE'>(),
    occurredAt: time(),
  },
  {
    key: [...KEY, 'sequence'],
    indexes: { autopay_consent_changes_occurred_at: { columns: ['occurredAt'], type: 'brin' } },
    foreignKeys: { autopay_consent_changes_user_fkey: { columns: KEY, to: 'payment_users' } },
  },
);

/** Who asked for the erasure of a person, and why. */
export const paymentUserErasures = defineTable(
  'payment_user_erasures',
  {
    customerAppId: text<CustomerAppId>(),
    userId: text<PaymentUserId>(),
    actor: text(),
    reason: text(),
    erasedAt: time(),
  },
  {
    key: KEY,
    foreignKeys: { payment_user_erasures_user_fkey: { columns: KEY, to: 'payment_users' } },
  },
);

export type Erasure = Pick<RowOf<typeof paymentUserErasures>, 'actor' | 'reason' | 'erasedAt'>;
