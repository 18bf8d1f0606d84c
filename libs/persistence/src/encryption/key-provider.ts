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

declare const purpose: unique symbol;

/** The purpose of a key. No two purposes share a key. */
export type KeyPurpose = string & { readonly [purpose]: true };

/** `bank-credentials` as a purpose; declare each once, as a constant. Throws on another form. */
export function keyPurpose(name: string): KeyPurpose {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) throw new TypeError(`"${name}" is no key purpose`);
  return name as KeyPurpose;
}

/** All versions of one purpose's key. Values are secret: never log one. */
export interface KeySet {
  /** Version that encrypts and signs from now on. */
  readonly current: string;
  /** Version → 32 random bytes. Old versions decrypt and verify as long as they are listed. */
  readonly keys: ReadonlyMap<string, Buffer>;
}

/** Source of keys: a mounted file, or a key management service behind the same interface. */
export abstract class KeyProvider {
  /** Throws `MissingKey` when the purpose has no usable key. */
  abstract keySet(purpose: KeyPurpose): KeySet;

  /** Throws one error that names every purpose without a usable key: for the boot. */
  require(purposes: readonly KeyPurpose[]): void {
    const problems: string[] = [];
    for (const purpose of purposes) {
      try {
        this.keySet(purpose);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    if (problems.length > 0) throw new MissingKey(problems.join('; '));
  }
}

/** A key file is missing or unusable. The message names the file, never a key. */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
}

export const IDEMPOTENCY_KEY = keyPurpose('idempotency');
export const PERSONAL_DATA_KEY = keyPurpose('personal-data');
export const TOKENS_KEY = keyPurpose('tokens');

/** The purposes that the libraries themselves need in every service. */
export const BASE_KEY_PURPOSES = [IDEMPOTENCY_KEY, PERSONAL_DATA_KEY, TOKENS_KEY] as const;
