import { SpecimenKeys } from '../specimen/specimen-keys.js';
import { Encryption } from './encryption.js';
import { keyPurpose } from './key-provider.js';
import { DecryptionFailed } from './sealed-box.js';

const NOTES = keyPurpose('notes');
const LETTERS = keyPurpose('letters');
const CONTEXT = 'parcels.note 01';

let keys: SpecimenKeys;
let encryption: Encryption;

beforeEach(() => {
  keys = new SpecimenKeys();
  encryption = new Encryption(keys);
});

const encrypt = (text: string) => encryption.encrypt(NOTES, text, CONTEXT);
const decrypt = (sealed: Buffer) => encryption.decrypt(NOTES, sealed, CONTEXT);

describe('encryption', () => {
  it.each(['', 'plain', 'ünïcödé 🎈', 'x'.repeat(100_000)])('decrypts its own text', (text) => {
    expect(decrypt(encrypt(text))).toBe(text);
  });

  it('decrypts bytes to the same bytes', () => {
    const bytes = Buffer.from([0, 255, 128]);
    const sealed = encryption.encrypt(NOTES, bytes, CONTEXT);
    expect(encryption.decryptBytes(NOTES, sealed, CONTEXT)).toEqual(bytes);
  });

  it('hides the text, and whether two texts are equal', () => {
    const sealed = encrypt('secret');
    expect(sealed.toString('latin1')).not.toContain('secret');
    expect(encrypt('secret').equals(sealed)).toBe(false);
  });

  it('detects a change of any byte', () => {
    const sealed = encrypt('secret');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => decrypt(changed)).toThrow(DecryptionFailed);
    }
  });

  it('detects missing bytes', () => {
    const sealed = encrypt('secret');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => decrypt(sealed.subarray(0, length))).toThrow(DecryptionFailed);
    }
  });

  it('refuses another context and another purpose', () => {
    const sealed = encrypt('secret');
    expect(() => encryption.decrypt(NOTES, sealed, 'parcels.note 02')).toThrow(DecryptionFailed);
    expect(() => encryption.decrypt(LETTERS, sealed, CONTEXT)).toThrow(DecryptionFailed);
  });

  it('decrypts old ciphertexts after a rotation, for as long as their key is listed', () => {
    const old = encrypt('secret');
    keys.rotate('v2');
    const fresh = encrypt('secret');
    const prefix = encryption.currentPrefix(NOTES);
    expect([old, fresh].map((each) => each.subarray(0, prefix.length).equals(prefix))).toEqual([
      false,
      true,
    ]);
    expect(decrypt(old)).toBe('secret');
    expect(decrypt(fresh)).toBe('secret');
    keys.forget('v1');
    expect(() => decrypt(old)).toThrow('key v1 of notes is no longer available');
    expect(decrypt(fresh)).toBe('secret');
  });
});
