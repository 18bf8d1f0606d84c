import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { recognizerOf, type PersonTraces } from './domain/text-about-person.js';
import type { IncomingTransferId } from './incoming-transfer.js';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';

const PAGE = 1_000;

/**
 * Deletes the texts of transfers without a link that name the person. The text of any other
 * transfer is our own reference.
 */
@Injectable()
export class ForgetTransferTexts {
  constructor(private readonly transfers: IncomingTransferRepository) {}

  async execute(tx: AppTx, person: PersonTraces): Promise<void> {
    const isAboutPerson = recognizerOf(person);
    let after: IncomingTransferId | null = null;
    for (;;) {
      const page = await this.transfers.unmatchedTexts(tx, { after, limit: PAGE });
      const ids = page.filter(({ text }) => isAboutPerson(text)).map(({ id }) => id);
      if (ids.length > 0) await this.transfers.forgetTexts(tx, ids);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.id;
    }
  }
}
