import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { KeyProvider, type KeyPurpose, secretKeyOf } from './key-provider.js';
import { DecryptionFailed, open, seal } from './sealed-box.js';

const FORMAT = 1;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Authenticated encryption of fields and stored answers. Each record has a key of its own, derived
 * from the purpose's key and a random salt (HKDF-SHA256). So no number of records wears out a
 * nonce; the record names the key version, so that old records stay readable after a rotation.
 *
 * Layout: format (1 byte), length of the version (1), version, salt (16), nonce (12), tag (16),
 * ciphertext.
 */
export class Encryption {
  constructor(private readonly keys: KeyProvider) {}

  /**
   * @param purpose names the key: `bank-credentials`, `personal-data` …
   * @param plaintext text is encoded as UTF-8
   * @param context where the value belongs, such as table, column and row ID. The same must be
   *   given to decrypt, so that a ciphertext moved to another row is refused.
   */
  encrypt(purpose: KeyPurpose, plaintext: string | Uint8Array, context: string): Buffer {
    const { current } = this.keys.keySet(purpose);
    const salt = randomBytes(SALT_BYTES);
    const header = Buffer.concat([this.currentPrefix(purpose), salt]);
    const key = this.recordKey(purpose, current, salt);
    const body = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
    return Buffer.concat([header, seal(key, Buffer.from(body), contextOf(header, context))]);
  }

  /** The plaintext as text. Throws `DecryptionFailed` for changed bytes or another context. */
  decrypt(purpose: KeyPurpose, ciphertext: Uint8Array, context: string): string {
    return this.decryptBytes(purpose, ciphertext, context).toString('utf8');
  }

  /** The plaintext as bytes, see `decrypt`. */
  decryptBytes(purpose: KeyPurpose, ciphertext: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(ciphertext);
    const { version, salt, header, body } = split(bytes);
    const key = this.recordKey(purpose, version, salt);
    return open(key, body, contextOf(header, context));
  }

  /** First bytes of every ciphertext under the current key: a query finds older ones by it. */
  currentPrefix(purpose: KeyPurpose): Buffer {
    const version = Buffer.from(this.keys.keySet(purpose).current, 'utf8');
    return Buffer.concat([Buffer.from([FORMAT, version.length]), version]);
  }

  private recordKey(purpose: KeyPurpose, version: string, salt: Buffer): KeyObject {
    const key = this.keys.keySet(purpose).keys.get(version);
    if (!key) throw new DecryptionFailed(`key ${version} of ${purpose} is no longer available`);
    const info = `encrypt ${purpose}`;
    return createSecretKey(
      Buffer.from(hkdfSync('sha256', secretKeyOf(key), salt, info, KEY_BYTES)),
    );
  }
}

interface Parts {
  readonly version: string;
  readonly salt: Buffer;
  readonly header: Buffer;
  readonly body: Buffer;
}

function split(bytes: Buffer): Parts {
  const versionEnd = 2 + (bytes[1] ?? 0);
  const headerEnd = versionEnd + SALT_BYTES;
  if (bytes[0] !== FORMAT || bytes.length < headerEnd) {
    throw new DecryptionFailed('not a ciphertext of this format');
  }
  return {
    version: bytes.toString('utf8', 2, versionEnd),
    salt: bytes.subarray(versionEnd, headerEnd),
    header: bytes.subarray(0, headerEnd),
    body: bytes.subarray(headerEnd),
  };
}

function contextOf(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}
