import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { Mandate } from '../../mandates/mandates/mandate.js';
import { PayerChecklists } from '../../mandates/mandates/ports.js';
import { contextOf } from './checklist.view.js';
import { Checklist } from './domain/checklist.js';
import { ChecklistRepository } from './persistence/checklist.repository.js';

@Injectable()
export class MandateChecklists extends PayerChecklists {
  constructor(private readonly checklists: ChecklistRepository) {
    super();
  }

  override async openBesideConsent(tx: AppTx, mandate: Mandate): Promise<readonly string[]> {
    const { snapshot } = mandate;
    const found = await this.checklists.find(tx, snapshot);
    const checklist = found?.checklist ?? Checklist.of(snapshot, snapshot.updatedAt);
    return checklist
      .factors(contextOf(snapshot))
      .filter(({ type, required, submitted }) => {
        return type !== 'ENDUSER_CONSENT' && required === 'YES' && !submitted;
      })
      .map(({ type }) => type);
  }

  override empty(tx: AppTx, mandateId: MandateId): Promise<void> {
    return this.checklists.empty(tx, mandateId);
  }
}
