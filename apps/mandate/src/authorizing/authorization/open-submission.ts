import { Injectable } from '@nestjs/common';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';
import { Clock, DomainError } from '@towpath/kernel';
import { openPayload, type OpenedPayload } from '@towpath/service';
import { ChecklistKeys } from '../checklist-keys/checklist-keys.js';
import { readItems, type SubmittedItem } from './checklist-items.js';

/** The operation's names of the parts. */
const PART_NAMES = {
  envelopeEncryptionKey: 'envelope_encryption_key',
  initializationVector: 'initialization_vector',
  messageAuthenticationCode: 'message_authentication_code',
  ciphertext: 'ciphertext',
};

export interface OpenedSubmission {
  readonly items: readonly SubmittedItem[];
  readonly mark: OpenedPayload['mark'];
}

/** Decrypts the submission of a payer; all refusals precede any use of its content. */
@Injectable()
export class OpenSubmission {
  constructor(
    private readonly keys: ChecklistKeys,
    private readonly clock: Clock,
  ) {}

  async execute(payload: SubmitChecklistRequest): Promise<OpenedSubmission> {
    const key = await this.keys.privateKey(payload.key_id, this.clock.system());
    if (!key) {
      throw new DomainError('UNKNOWN_KEY_ID', 'Read encryption_info again for the key to use.');
    }
    const opened = openPayload(
      {
        envelopeEncryptionKey: payload.envelope_encryption_key,
        initializationVector: payload.initialization_vector,
        messageAuthenticationCode: payload.message_authentication_code,
        ciphertext: payload.ciphertext,
      },
      key,
      PART_NAMES,
    );
    return { items: readItems(opened.plaintext), mark: opened.mark };
  }
}
