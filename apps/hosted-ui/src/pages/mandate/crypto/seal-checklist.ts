import { type PublicKey, seal } from '../../../shared/crypto/seal.js';
import type { ChecklistItem, SealedChecklist } from '../api/mandate-view.js';

/** Encrypts checklist items so that only the mandate service can read them. */
export async function sealChecklist(
  items: readonly ChecklistItem[],
  key: PublicKey,
): Promise<SealedChecklist> {
  const { keyId, wrappedKey, iv, tag, ciphertext } = await seal({ items }, key);
  return {
    key_id: keyId,
    envelope_encryption_key: wrappedKey,
    initialization_vector: iv,
    message_authentication_code: tag,
    ciphertext,
  };
}
