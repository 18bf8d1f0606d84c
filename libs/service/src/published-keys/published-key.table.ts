import { bytes, json, text, time, type RowOf, type Table } from '@towpath/persistence';

/** Columns of a table of keys, which belong to no customer app. */
export const publishedKeyColumns = {
  keyId: text(),
  publicKey: json<PublicRsaKey>(),
  privateKeySealed: bytes(),
  publishedAt: time(),
  /** When users start to use the key. */
  usedFrom: time(),
  /** When it stops decrypting; null for the newest. */
  retiredAt: time().orNull(),
};

/** Columns of a table that says who distrusted a key of users, and when. Never changed. */
export const keyDistrustColumns = {
  keyId: text(),
  actor: text(),
  reason: text().orNull(),
  /** Real time. */
  distrustedAt: time(),
};

/** The public half as RFC 7517 writes it. */
export interface PublicRsaKey {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'RSA-OAEP-256';
  readonly n: string;
  readonly e: string;
}

interface ByKeyId {
  readonly key: readonly ['keyId'];
}

export type PublishedKeyTable = Table<typeof publishedKeyColumns, ByKeyId>;
export type KeyDistrustTable = Table<typeof keyDistrustColumns, ByKeyId>;
export type PublishedKey = RowOf<PublishedKeyTable>;
