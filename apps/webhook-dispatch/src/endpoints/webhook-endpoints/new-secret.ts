import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_BYTES = 24;
const PREFIX = 'whsec_';

/** A signing secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const MOST_REMEMBERED = 10_000;
const keys = new Map<string, KeyObject>();

/** The bytes of a secret that `newSecret` has made, as a key: made once, it signs much faster. */
export function secretKey(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) {
    key = createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
    if (keys.size >= MOST_REMEMBERED) keys.clear();
    keys.set(secret, key);
  }
  return key;
}
