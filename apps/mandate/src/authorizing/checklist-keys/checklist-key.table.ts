import { bytes, defineTable, json, text, time } from '@towpath/persistence';

/** Keys that payers encrypt to, of no customer app; `PublishedKeys` reads and writes them. */
export const checklistKeys = defineTable(
  'checklist_keys',
  {
    keyId: text(),
    publicKey: json(),
    privateKeySealed: bytes(),
    publishedAt: time(),
    /** When payers start to use the key. */
    usedFrom: time(),
    /** When it stops decrypting; null for the newest. */
    retiredAt: time().orNull(),
  },
  { key: ['keyId'] },
);

/** Who distrusted a key of payers, and when. Never changed. */
export const checklistKeyDistrusts = defineTable(
  'checklist_key_distrusts',
  {
    keyId: text(),
    actor: text(),
    reason: text().orNull(),
    /** Real time. */
    distrustedAt: time(),
  },
  { key: ['keyId'] },
);
