import { bytes, defineTable, json, text, time, type RowOf } from '@towpath/persistence';
import type { JWK } from 'jose';

export const signingKeys = defineTable(
  'signing_keys',
  {
    keyId: text(),
    publicKey: json<JWK>(),
    privateKeySealed: bytes(),
    publishedAt: time(),
    signsFrom: time(),
    retiredAt: time().orNull(),
  },
  { key: ['keyId'] },
);

export type SigningKeyRow = RowOf<typeof signingKeys>;

/** Who distrusted a signing key, and when. Never changed; it belongs to no app. */
export const signingKeyDistrusts = defineTable(
  'signing_key_distrusts',
  {
    keyId: text(),
    actor: text(),
    reason: text().orNull(),
    /** Real time. */
    distrustedAt: time(),
  },
  { key: ['keyId'] },
);
