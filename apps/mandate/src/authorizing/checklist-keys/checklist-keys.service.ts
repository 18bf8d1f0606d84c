import { Injectable } from '@nestjs/common';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';
import { Clock, DomainError } from '@towpath/kernel';
import { Encryption, Transactions } from '@towpath/persistence';
import { openPayload, PublishedKeys, type OpenedPayload } from '@towpath/service';
import { CHECKLIST_KEYS_KEY } from '../../persistence/key-purposes.js';
import { checklistKeyDistrusts, checklistKeys } from './checklist-key.table.js';

/** The operation's names of the parts. */
const PART_NAMES = {
  envelopeEncryptionKey: 'envelope_encryption_key',
  initializationVector: 'initialization_vector',
  messageAuthenticationCode: 'message_authentication_code',
  ciphertext: 'ciphertext',
};

/** The keys that payers encrypt checklist items to. */
@Injectable()
export class ChecklistKeysService extends PublishedKeys {
  constructor(
    transactions: Transactions,
    encryption: Encryption,
    private readonly clock: Clock,
  ) {
    const place = {
      keys: checklistKeys,
      distrusts: checklistKeyDistrusts,
      purpose: CHECKLIST_KEYS_KEY,
    };
    super(place, transactions, encryption);
  }

  /** Decrypts the submission of a payer; all refusals precede any use of its content. */
  async open(payload: SubmitChecklistRequest): Promise<OpenedPayload> {
    const key = await this.privateKey(payload.key_id, this.clock.system());
    if (!key) {
      throw new DomainError('UNKNOWN_KEY_ID', 'Read encryption_info again for the key to use.');
    }
    const parts = {
      envelopeEncryptionKey: payload.envelope_encryption_key,
      initializationVector: payload.initialization_vector,
      messageAuthenticationCode: payload.message_authentication_code,
      ciphertext: payload.ciphertext,
    };
    return openPayload(parts, key, PART_NAMES);
  }
}
