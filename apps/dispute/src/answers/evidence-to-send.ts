import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import type { OpenAnswer } from '../disputes/answer.js';
import { EvidenceRepository } from '../evidence/persistence/evidence.repository.js';
import type { EvidenceDocument } from '../processors/ports.js';

/** A file of an answer is no longer kept, because the person behind the payment was erased. */
export class EvidenceGone extends Error {
  override readonly name = 'EvidenceGone';

  constructor() {
    super('The evidence is no longer kept.');
  }
}

/** The files of an answer, opened one after the other: only one is in memory. */
@Injectable()
export class EvidenceToSend {
  constructor(
    private readonly transactions: Transactions,
    private readonly evidence: EvidenceRepository,
  ) {}

  /** Throws `EvidenceGone`. */
  async *of({ customerAppId, evidenceIds }: OpenAnswer): AsyncGenerator<EvidenceDocument> {
    for (const evidenceId of evidenceIds) {
      const file = await this.transactions.forApp(customerAppId, (tx) =>
        this.evidence.open(tx, evidenceId),
      );
      if (!file?.content) throw new EvidenceGone();
      const { digest, mediaType, content } = file;
      yield { digest, mediaType, content };
    }
  }
}
