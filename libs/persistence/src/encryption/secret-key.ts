import { createSecretKey, type KeyObject } from 'node:crypto';

const known = new WeakMap<Buffer, KeyObject>();

/**
 * The bytes of a long-lived key as a key object of Node's crypto. For bytes, Node checks each time
 * whether they are a key object, with an error that it throws and catches. This takes several times
 * as long as an HMAC or a short encryption.
 */
export function secretKeyOf(bytes: Buffer): KeyObject {
  let key = known.get(bytes);
  if (!key) {
    key = createSecretKey(bytes);
    known.set(bytes, key);
  }
  return key;
}
