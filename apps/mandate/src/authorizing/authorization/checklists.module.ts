import { Global, Module } from '@nestjs/common';
import { PayerChecklists } from '../../lifecycle/mandates/ports.js';
import { MandateChecklists } from './mandate-checklists.js';
import { SqlChecklistRepository } from './persistence/sql-checklist.repository.js';
import { ChecklistRepository } from './ports.js';

/**
 * What payers submitted. Global, since mandates read it through their own port, `PayerChecklists`,
 * and import nothing of this outer area.
 */
@Global()
@Module({
  providers: [
    { provide: ChecklistRepository, useClass: SqlChecklistRepository },
    { provide: PayerChecklists, useClass: MandateChecklists },
  ],
  exports: [ChecklistRepository, PayerChecklists],
})
export class ChecklistsModule {}
