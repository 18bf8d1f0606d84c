import { Global, Module } from '@nestjs/common';
import { PayerChecklists } from '../../mandates/mandates/ports.js';
import { MandateChecklists } from './mandate-checklists.js';
import { ChecklistRepository } from './persistence/checklist.repository.js';

/**
 * Submissions of payers. Global, because mandates read them through their own port,
 * `PayerChecklists`, and import nothing of this outer area.
 */
@Global()
@Module({
  providers: [ChecklistRepository, { provide: PayerChecklists, useClass: MandateChecklists }],
  exports: [ChecklistRepository, PayerChecklists],
})
export class ChecklistsModule {}
