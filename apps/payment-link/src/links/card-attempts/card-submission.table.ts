import type { CustomerAppId, PaymentAttemptId } from '@towpath/kernel';
import { defineTable, text, time } from '@towpath/persistence';

/**
 * Keyed hashes of the addresses that submitted cards recently; the address itself is not stored.
 */
export const cardSubmissions = defineTable(
  'card_submissions',
  {
    customerAppId: text<CustomerAppId>(),
    attemptId: text<PaymentAttemptId>(),
    addressHash: text(),
    submittedAt: time(),
  },
  {
    key: ['customerAppId', 'attemptId'],
    indexes: {
      card_submissions_address: ['addressHash', 'submittedAt'],
      card_submissions_submitted_at: ['submittedAt'],
    },
  },
);
