import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { KeyProvider, TOKENS_KEY, type KeyPurpose, secretKeyOf } from './key-provider.js';

const KEY_BYTES = 32;
const TOKEN_BYTES = 17;
const TOKEN_LENGTH = 26;
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

interface VersionedKey {
  readonly purpose: KeyPurpose;
  readonly version: string;
}

/**
 * HMAC-SHA256 with a purpose's key: stored in place of a secret, and used to look it up. Without
 * the key, a copy of the database allows no guessing.
 */
export class KeyedHash {
  private readonly derived = new Map<string, KeyObject>();

  constructor(private readonly keys: KeyProvider) {}

  /** `<key version>.<base64url>`: equal for equal values while the current key stays. */
  hash(purpose: KeyPurpose, value: string): string {
    return this.hashWith({ purpose, version: this.keys.keySet(purpose).current }, value);
  }

  /** The value's hash under every key version, for `WHERE hash = ANY($1)` after a rotation. */
  candidates(purpose: KeyPurpose, value: string): string[] {
    const versions = [...this.keys.keySet(purpose).keys.keys()];
    return versions.map((version) => this.hashWith({ purpose, version }, value));
  }

  /** Compares in constant time; false when the hash's key is no longer available. */
  verify(
    purpose: KeyPurpose,
    { stored, value }: { readonly stored: string; readonly value: string },
  ): boolean {
    const version = stored.slice(0, stored.indexOf('.'));
    if (!this.keys.keySet(purpose).keys.has(version)) return false;
    const expected = Buffer.from(this.hashWith({ purpose, version }, value));
    const actual = Buffer.from(stored);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** Raw HMAC bytes under the current key, for values that are derived and never stored. */
  mac(purpose: KeyPurpose, value: string): Buffer {
    return this.macWith({ purpose, version: this.keys.keySet(purpose).current }, value);
  }

  /** `mac` under every key version, so that an issued value stays valid after a rotation. */
  macs(purpose: KeyPurpose, value: string): Buffer[] {
    const versions = [...this.keys.keySet(purpose).keys.keys()];
    return versions.map((version) => this.macWith({ purpose, version }, value));
  }

  /** `tok_` and 26 characters; the same for the same customer app and value, see `lastingMac`. */
  tokenize(scope: { readonly customerAppId: string; readonly value: string }): string {
    const mac = this.lastingMac(`${scope.customerAppId}\0${scope.value}`);
    return `tok_${base32(mac.subarray(0, TOKEN_BYTES)).slice(0, TOKEN_LENGTH)}`;
  }

  /**
   * Raw HMAC bytes for IDs that are stored: the same for the same value for as long as the first key
   * of the purpose `tokens` is listed: a rotation may add keys but not move it.
   */
  lastingMac(value: string): Buffer {
    const [first] = this.keys.keySet(TOKENS_KEY).keys.keys();
    return this.macWith({ purpose: TOKENS_KEY, version: first ?? '' }, value);
  }

  private hashWith(key: VersionedKey, value: string): string {
    return `${key.version}.${this.macWith(key, value).toString('base64url')}`;
  }

  private macWith(key: VersionedKey, value: string): Buffer {
    return createHmac('sha256', this.hashKey(key)).update(value, 'utf8').digest();
  }

  /** Derived, so that a purpose may both encrypt and hash without using one key for two ciphers. */
  private hashKey({ purpose, version }: VersionedKey): KeyObject {
    const name = `${purpose} ${version}`;
    let key = this.derived.get(name);
    if (!key) {
      const root = this.keys.keySet(purpose).keys.get(version);
      if (!root) throw new Error(`key ${version} of ${purpose} is not available`);
      const bytes = hkdfSync('sha256', secretKeyOf(root), '', `hash ${purpose}`, KEY_BYTES);
      key = createSecretKey(Buffer.from(bytes));
      this.derived.set(name, key);
    }
    return key;
  }
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += CROCKFORD.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
