import type { Jwk } from '@towpath/contracts';
import { sealChecklist } from '@towpath/testing';

/** What a user typed, as it replaces the members of an example. */
export function sealedFields(
  key: Jwk,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const payload = sealChecklist([], key, { plaintext: JSON.stringify(fields) });
  return {
    'encrypted_credentials.keyId': payload.key_id,
    'encrypted_credentials.ciphertext': payload.ciphertext,
    'encrypted_credentials.initializationVector': payload.initialization_vector,
    'encrypted_credentials.messageAuthenticationCode': payload.message_authentication_code,
    'encrypted_credentials.envelopeEncryptionKey': payload.envelope_encryption_key,
  };
}
