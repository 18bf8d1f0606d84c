import {
  constants,
  createDecipheriv,
  createHmac,
  hkdfSync,
  privateDecrypt,
  type KeyObject,
} from 'node:crypto';
import { DomainError } from '@towpath/kernel';

/** The parts that a user's browser encrypted, in the form of the wire. */
export interface EncryptedPayload {
  readonly envelopeEncryptionKey: string;
  readonly initializationVector: string;
  readonly messageAuthenticationCode: string;
  readonly ciphertext: string;
}

/** The decrypted payload, and what tells it from every other one. */
export interface OpenedPayload {
  readonly plaintext: Buffer;
  /** Unique to this encryption: the same mark again is a replay. */
  readonly mark: Buffer;
}

/** An operation's names of the parts, for its refusals. */
export type PartNames = Readonly<Record<keyof EncryptedPayload, string>>;

const CAMEL_CASE: PartNames = {
  envelopeEncryptionKey: 'envelopeEncryptionKey',
  initializationVector: 'initializationVector',
  messageAuthenticationCode: 'messageAuthenticationCode',
  ciphertext: 'ciphertext',
};

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 16;
const TAG_BYTES = 16;
const MARKS = 'marks of payloads';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Decrypts AES-256-GCM with a 16-byte IV, under a key that RSA-OAEP (SHA-256) wraps. It returns no
 * plaintext before the tag is verified. Throws INVALID_ENCRYPTED_PAYLOAD. If the parts have their
 * sizes, the message is always the same, so that it reveals nothing about the key.
 */
export function openPayload(
  payload: EncryptedPayload,
  privateKey: KeyObject,
  names: PartNames = CAMEL_CASE,
): OpenedPayload {
  // Standard alphabet with its padding, and nothing that a lenient reader would skip.
  const bytesOf = (part: keyof EncryptedPayload, size?: number): Buffer => {
    if (!BASE64.test(payload[part])) throw invalid(`${names[part]} must be base64.`);
    const bytes = Buffer.from(payload[part], 'base64');
    if (bytes.length === (size ?? bytes.length)) return bytes;
    throw invalid(`${names[part]} must be ${size} bytes in base64.`);
  };
  const wrapped = bytesOf('envelopeEncryptionKey');
  const iv = bytesOf('initializationVector', IV_BYTES);
  const tag = bytesOf('messageAuthenticationCode', TAG_BYTES);
  const ciphertext = bytesOf('ciphertext');
  try {
    const key = unwrapped(wrapped, privateKey);
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const opened = [decipher.update(ciphertext), decipher.final()];
    const secret = Buffer.concat([key, iv]);
    return {
      plaintext: Buffer.concat(opened),
      mark: markOf(secret, privateKey),
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

/** Keyed with the private key, which lives exactly as long as the payload can be decrypted. */
function markOf(secret: Buffer, privateKey: KeyObject): Buffer {
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const key = hkdfSync('sha256', der, '', MARKS, KEY_BYTES);
  return createHmac('sha256', Buffer.from(key)).update(secret).digest();
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_ENCRYPTED_PAYLOAD', explanation);
}
