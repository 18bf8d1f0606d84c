import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { bytes, defineTable, json, text, time } from '@towpath/persistence';

/** Keys that users encrypt to, of no customer app; `PublishedKeys` reads and writes them. */
export const linkKeys = defineTable(
  'link_keys',
  {
    keyId: text(),
    publicKey: json(),
    privateKeySealed: bytes(),
    publishedAt: time(),
    /** When users start to use the key. */
    usedFrom: time(),
    /** When it stops decrypting; null for the newest. */
    retiredAt: time().orNull(),
  },
  { key: ['keyId'] },
);

/** Who distrusted a key of users, and when. Never changed. */
export const linkKeyDistrusts = defineTable(
  'link_key_distrusts',
  {
    keyId: text(),
    actor: text(),
    reason: text().orNull(),
    /** Real time. */
    distrustedAt: time(),
  },
  { key: ['keyId'] },
);

/** Payloads that had an effect: the same one again is a replay, whichever app sends it. */
export const usedPayloads = defineTable(
  'used_payloads',
  {
    customerAppId: text<CustomerAppId>(),
    /** Keyed with the private key that opens the payload. */
    mark: bytes(),
    /** Real time. */
    usedAt: time(),
  },
  {
    key: ['customerAppId', 'mark'],
    indexes: {
      used_payloads_mark: { columns: ['mark'], unique: true },
      used_payloads_used_at: ['usedAt'],
    },
  },
);

/** Answers for callers that repeat a request because its answer was lost. */
export const payloadAnswers = defineTable(
  'payload_answers',
  {
    customerAppId: text<CustomerAppId>(),
    mark: bytes(),
    loginIdentityId: text<LoginIdentityId>(),
    /** The request that it belongs to, and the answer. */
    sealed: bytes(),
    /** Real time. */
    expiresAt: time(),
  },
  {
    key: ['customerAppId', 'mark'],
    indexes: { payload_answers_expires_at: ['expiresAt'] },
  },
);
