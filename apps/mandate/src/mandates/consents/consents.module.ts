import { Module } from '@nestjs/common';
import { ConsentEvidence } from '../mandates/ports.js';
import { SqlConsentEvidence } from './sql-consent-evidence.js';

/** The proof of what payers agreed to. */
@Module({
  providers: [{ provide: ConsentEvidence, useClass: SqlConsentEvidence }],
  exports: [ConsentEvidence],
})
export class ConsentsModule {}
