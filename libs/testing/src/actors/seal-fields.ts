import type { Jwk } from '@towpath/contracts';
import type { EncryptedPayload } from '@towpath/contracts/account-data';
import { sealChecklist } from './seal-checklist.js';

/** Encrypts the input of a user for the linking operations: field keys to values. */
export function sealFields(fields: Readonly<Record<string, string>>, key: Jwk): EncryptedPayload {
  const sealed = sealChecklist([], key, { plaintext: JSON.stringify(fields) });
  return {
    keyId: sealed.key_id,
    ciphertext: sealed.ciphertext,
    initializationVector: sealed.initialization_vector,
    messageAuthenticationCode: sealed.message_authentication_code,
    envelopeEncryptionKey: sealed.envelope_encryption_key,
  };
}
