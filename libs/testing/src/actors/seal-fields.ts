import type { Jwk } from '@towpath/contracts';
import type { EncryptedPayload } from '@towpath/contracts/account-data';
import { sealChecklist } from './seal-checklist.js';

/** What a user types, as the linking operations take it: field keys to values. */
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
