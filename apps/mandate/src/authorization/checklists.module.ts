import { Module } from '@nestjs/common';
import { PayerChecklists } from '../mandates/ports.js';
import { MandateChecklists } from './mandate-checklists.js';
import { SqlChecklistRepository } from './persistence/sql-checklist.repository.js';
import { ChecklistRepository } from './ports.js';

/** What payers submitted: looked at by their mandates, and by what asks them for more. */
@Module({
  providers: [
    { provide: ChecklistRepository, useClass: SqlChecklistRepository },
    { provide: PayerChecklists, useClass: MandateChecklists },
  ],
  exports: [ChecklistRepository, PayerChecklists],
})
export class ChecklistsModule {}
