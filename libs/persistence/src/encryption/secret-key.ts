import { createSecretKey, type KeyObject } from 'node:crypto';

const known = new WeakMap<Buffer, KeyObject>();

/**
 * The bytes of a long-lived key as Node's crypto wants them. Given bytes, it looks each time
 * whether they might be a key object, by an error that it throws and catches: that takes several
 * times as long as an HMAC or a short encryption itself.
 */
export function secretKeyOf(bytes: Buffer): KeyObject {
  let key = known.get(bytes);
  if (!key) {
    key = createSecretKey(bytes);
    known.set(bytes, key);
  }
  return key;
}
