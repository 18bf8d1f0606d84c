import type { Jwk } from '@towpath/contracts';
import type { EncryptedPayload } from '@towpath/contracts/account-data';

/** An RSA public key of a key set of ours. */
export type PublicKey = Pick<Jwk, 'use'> & Required<Pick<Jwk, 'kty' | 'kid' | 'n' | 'e'>>;

const IV_BYTES = 16;
const TAG_BYTES = 16;

/**
 * Encrypts a JSON object so that only the service with the private key can read it: AES-256-GCM under
 * a key of this one message, that key under RSA-OAEP with SHA-256. Every call gives other bytes.
 */
export async function seal(content: object, key: PublicKey): Promise<EncryptedPayload> {
  const { subtle } = crypto;
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const jwk = { kty: key.kty, n: key.n, e: key.e, alg: 'RSA-OAEP-256', ext: true };
  const wrappingKey = await subtle.importKey('jwk', jwk, rsa, false, ['encrypt']);
  const messageKey = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plaintext = new TextEncoder().encode(JSON.stringify(content));
  const parameters = { name: 'AES-GCM', iv, tagLength: TAG_BYTES * 8 };
  const sealed = new Uint8Array(await subtle.encrypt(parameters, messageKey, plaintext));
  const rawKey = await subtle.exportKey('raw', messageKey);
  const wrapped = await subtle.encrypt({ name: 'RSA-OAEP' }, wrappingKey, rawKey);
  return {
    keyId: key.kid,
    envelopeEncryptionKey: base64(new Uint8Array(wrapped)),
    initializationVector: base64(iv),
    // WebCrypto appends the tag; the interface wants it apart.
    messageAuthenticationCode: base64(sealed.subarray(-TAG_BYTES)),
    ciphertext: base64(sealed.subarray(0, -TAG_BYTES)),
  };
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
