import type { ChecklistItem, SealedChecklist } from '../api/mandate-view.js';
import type { PublicKey } from '../../../shared/crypto/seal.js';
import { sealChecklist } from './checklist-sender.js';

const ITEMS: readonly ChecklistItem[] = [
  {
    type: 'ACCOUNT_IDENTIFICATION',
    name: 'INSTITUTION_CREDENTIALS_LOGIN',
    value: { account_number: '012345678', accountholder_name: '陳大文 Nguyễn' },
  },
  { type: 'ENDUSER_CONSENT', name: 'INSTITUTION_CREDENTIALS_LOGIN', value: true },
];
const RSA = {
  name: 'RSA-OAEP',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

let pair: CryptoKeyPair;
let key: PublicKey;

beforeAll(async () => {
  pair = await crypto.subtle.generateKey(RSA, true, ['encrypt', 'decrypt']);
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
  key = { kty: 'RSA', use: 'enc', kid: 'key-1', n: jwk.n ?? '', e: jwk.e ?? '' };
});

const bytes = (text: string) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));

/** As the owner of the private key opens it. */
async function open(sealed: SealedChecklist): Promise<unknown> {
  const { subtle } = crypto;
  const wrapped = bytes(sealed.envelope_encryption_key);
  const raw = await subtle.decrypt({ name: 'RSA-OAEP' }, pair.privateKey, wrapped);
  const messageKey = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const iv = bytes(sealed.initialization_vector);
  const parts = [...bytes(sealed.ciphertext), ...bytes(sealed.message_authentication_code)];
  const algorithm = { name: 'AES-GCM', iv, tagLength: 128 };
  const plain = await subtle.decrypt(algorithm, messageKey, Uint8Array.from(parts));
  return JSON.parse(new TextDecoder().decode(plain));
}

describe('sealing checklist items', () => {
  it('gives a message that the private key opens to the same items', async () => {
    expect(await open(await sealChecklist(ITEMS, key))).toEqual({ items: ITEMS });
  });

  it('gives fields of the sizes that the cipher suite defines', async () => {
    const sealed = await sealChecklist(ITEMS, key);
    expect(sealed.key_id).toBe('key-1');
    expect(bytes(sealed.initialization_vector)).toHaveLength(16);
    expect(sealed.message_authentication_code).toHaveLength(24);
    expect(bytes(sealed.envelope_encryption_key)).toHaveLength(256);
    const plain = new TextEncoder().encode(JSON.stringify({ items: ITEMS }));
    expect(bytes(sealed.ciphertext)).toHaveLength(plain.length);
  });

  it('never uses a key or an IV twice', async () => {
    const one = await sealChecklist(ITEMS, key);
    const other = await sealChecklist(ITEMS, key);
    expect(one.initialization_vector).not.toBe(other.initialization_vector);
    expect(one.ciphertext).not.toBe(other.ciphertext);
    expect(one.envelope_encryption_key).not.toBe(other.envelope_encryption_key);
  });

  it('gives a message that does not open after a change', async () => {
    const sealed = await sealChecklist(ITEMS, key);
    const changed = sealed.ciphertext.startsWith('A') ? 'B' : 'A';
    const ciphertext = changed + sealed.ciphertext.slice(1);
    await expect(open({ ...sealed, ciphertext })).rejects.toThrow();
  });
});
