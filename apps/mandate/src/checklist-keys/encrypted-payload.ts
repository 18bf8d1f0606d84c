import { constants, createDecipheriv, privateDecrypt, type KeyObject } from 'node:crypto';
import { DomainError } from '@towpath/kernel';

/** The five parts of what a payer's browser encrypted, as they came over the wire. */
export interface EncryptedPayload {
  readonly envelopeEncryptionKey: string;
  readonly initializationVector: string;
  readonly messageAuthenticationCode: string;
  readonly ciphertext: string;
}

/** What the payload held, and the secret that no other payload shares. */
export interface OpenedPayload {
  readonly plaintext: Buffer;
  /** Of this encryption alone: the same bytes again are a replay. */
  readonly fingerprintSource: Buffer;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 16;
const TAG_BYTES = 16;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * AES-256-GCM with a 16-byte IV under a key that RSA-OAEP (SHA-256) wraps. Nothing of the plaintext
 * is handed out before the tag is right. Throws INVALID_ENCRYPTED_PAYLOAD, always with the same
 * words once the parts have their sizes, so that an answer tells nothing about the key.
 */
export function openPayload(payload: EncryptedPayload, privateKey: KeyObject): OpenedPayload {
  const wrapped = bytesOf({ envelope_encryption_key: payload.envelopeEncryptionKey });
  const iv = sized(bytesOf({ initialization_vector: payload.initializationVector }), {
    name: 'initialization_vector',
    bytes: IV_BYTES,
  });
  const tag = sized(bytesOf({ message_authentication_code: payload.messageAuthenticationCode }), {
    name: 'message_authentication_code',
    bytes: TAG_BYTES,
  });
  const ciphertext = bytesOf({ ciphertext: payload.ciphertext });
  try {
    const key = unwrapped(wrapped, privateKey);
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const opened = [decipher.update(ciphertext), decipher.final()];
    return {
      plaintext: Buffer.concat(opened),
      fingerprintSource: Buffer.concat([key, iv]),
    };
  } catch {
    throw invalid('It was encrypted to another key, or changed on its way.');
  }
}

function unwrapped(wrapped: Buffer, privateKey: KeyObject): Buffer {
  const key = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    wrapped,
  );
  if (key.length !== KEY_BYTES) throw new RangeError('an AES key of another size');
  return key;
}

/** Standard alphabet with its padding, and nothing that a lenient reader would skip. */
function bytesOf(named: Readonly<Record<string, string>>): Buffer {
  const [[name, text] = ['', '']] = Object.entries(named);
  if (!BASE64.test(text)) throw invalid(`${name} must be base64.`);
  return Buffer.from(text, 'base64');
}

function sized(bytes: Buffer, { name, bytes: size }: { name: string; bytes: number }): Buffer {
  if (bytes.length !== size) throw invalid(`${name} must be ${size} bytes in base64.`);
  return bytes;
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_ENCRYPTED_PAYLOAD', explanation);
}
