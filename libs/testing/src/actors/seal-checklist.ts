import {
  constants,
  createCipheriv,
  createPublicKey,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { Jwk } from '@towpath/contracts';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';

/** One entry of an encrypted checklist. */
export interface ChecklistEntry {
  readonly type: string;
  readonly name: string;
  readonly value: unknown;
  /** With a consent: the displayed text. */
  readonly consent_text?: { readonly version: string; readonly sha256: string };
}

/** Random values of the encryption; a test may choose them. */
export interface SealingChoices {
  readonly plaintext?: string | Buffer;
  readonly key?: Buffer;
  readonly iv?: Buffer;
}

/** Encrypts like the documentation of the interface: AES-256-GCM, its key under RSA-OAEP. */
export function sealChecklist(
  items: readonly ChecklistEntry[],
  { kid = '', ...jwk }: Jwk,
  choices: SealingChoices = {},
): SubmitChecklistRequest {
  const { key = randomBytes(32), iv = randomBytes(16) } = choices;
  const plaintext = choices.plaintext ?? JSON.stringify({ items });
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return {
    key_id: kid,
    envelope_encryption_key: publicEncrypt({ key: publicKey, ...padding }, key).toString('base64'),
    initialization_vector: iv.toString('base64'),
    message_authentication_code: cipher.getAuthTag().toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  };
}
