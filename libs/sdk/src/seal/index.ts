import type { EncryptedPayload, Jwk, SubmitChecklistRequest } from '../generated/types.gen.js';

/** What a payer submits for one option of a checklist. */
export interface ChecklistAnswer {
  readonly type: string;
  readonly name: string;
  readonly value: unknown;
}

const IV_BYTES = 16;
const TAG_BYTES = 16;

/**
 * Encrypts what a user typed, by the keys of its fields, in the browser: your servers never see it.
 * AES-256-GCM under a key of this one message, that key under RSA-OAEP with SHA-256.
 */
export async function sealCredentials(
  content: Readonly<Record<string, unknown>>,
  key: Jwk,
): Promise<EncryptedPayload> {
  const { subtle } = crypto;
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const { kid = '', kty = '', n = '', e = '' } = key;
  const jwk = { kty, n, e, alg: 'RSA-OAEP-256', ext: true };
  const wrappingKey = await subtle.importKey('jwk', jwk, rsa, false, ['encrypt']);
  const messageKey = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plaintext = new TextEncoder().encode(JSON.stringify(content));
  const parameters = { name: 'AES-GCM', iv, tagLength: TAG_BYTES * 8 };
  const sealed = new Uint8Array(await subtle.encrypt(parameters, messageKey, plaintext));
  const rawKey = await subtle.exportKey('raw', messageKey);
  const wrapped = await subtle.encrypt({ name: 'RSA-OAEP' }, wrappingKey, rawKey);
  return {
    keyId: kid,
    envelopeEncryptionKey: base64(new Uint8Array(wrapped)),
    initializationVector: base64(iv),
    // WebCrypto appends the tag; the interface wants it apart.
    messageAuthenticationCode: base64(sealed.subarray(-TAG_BYTES)),
    ciphertext: base64(sealed.subarray(0, -TAG_BYTES)),
  };
}

/** The body of `submitAuthChecklist`, encrypted in the same way. */
export async function sealChecklist(
  items: readonly ChecklistAnswer[],
  key: Jwk,
): Promise<SubmitChecklistRequest> {
  const sealed = await sealCredentials({ items }, key);
  return {
    key_id: sealed.keyId,
    envelope_encryption_key: sealed.envelopeEncryptionKey,
    initialization_vector: sealed.initializationVector,
    message_authentication_code: sealed.messageAuthenticationCode,
    ciphertext: sealed.ciphertext,
  };
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
