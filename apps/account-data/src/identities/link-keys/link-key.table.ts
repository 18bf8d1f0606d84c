import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { bytes, defineTable, text, time } from '@towpath/persistence';
import { keyDistrustColumns, publishedKeyColumns } from '@towpath/service';

/** Keys that users encrypt to; `PublishedKeys` reads and writes them. */
export const linkKeys = defineTable('link_keys', publishedKeyColumns, { key: ['keyId'] });

export const linkKeyDistrusts = defineTable('link_key_distrusts', keyDistrustColumns, {
  key: ['keyId'],
});

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
