import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';

/**
 * Deletes the text of a transfer without a link, because it may identify the payer. The text of any
 * other transfer is our own reference.
 */
@Injectable()
export class ForgetTransferTexts {
  constructor(private readonly transfers: IncomingTransferRepository) {}

  /** @param names of the person, in the forms that such a text may contain */
  async execute(tx: AppTx, names: readonly string[]): Promise<void> {
    const spelled = names.filter((name) => name.trim() !== '');
    if (spelled.length > 0) await this.transfers.forget(tx, spelled);
  }
}
