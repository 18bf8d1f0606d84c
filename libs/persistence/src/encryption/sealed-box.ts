import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The bytes were changed, belong to another context, or the key is not the one they need. */
export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed';
}

/** AES-256-GCM: nonce, tag and ciphertext in one buffer. `context` must be the same to open it. */
export function seal(key: KeyObject, plaintext: Buffer, context: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(context);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Reverses `seal`; throws `DecryptionFailed` when anything differs. */
export function open(key: KeyObject, sealed: Buffer, context: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionFailed('ciphertext too short');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(context);
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
  } catch (error) {
    throw new DecryptionFailed('ciphertext does not belong to this key and context', {
      cause: error,
    });
  }
}
