import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';

/**
 * What a payer wrote with a transfer that names no link may tell who they are: it goes with them.
 * The text of any other transfer is a reference of ours.
 */
@Injectable()
export class ForgetTransferTexts {
  constructor(private readonly transfers: IncomingTransferRepository) {}

  /** @param names of the person, as they may stand in such a text */
  async execute(tx: AppTx, names: readonly string[]): Promise<void> {
    const spelled = names.filter((name) => name.trim() !== '');
    if (spelled.length > 0) await this.transfers.forget(tx, spelled);
  }
}
