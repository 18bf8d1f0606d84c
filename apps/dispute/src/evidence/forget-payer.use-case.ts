import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { EvidenceRepository } from './persistence/evidence.repository.js';

/** Forgets the person behind a payment user: evidence, its file names, comments of issuers. */
@Injectable()
export class ForgetPayer {
  constructor(private readonly evidence: EvidenceRepository) {}

  execute(tx: AppTx, userId: string): Promise<void> {
    return this.evidence.erase(tx, userId);
  }
}
