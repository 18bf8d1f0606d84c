import { Module } from '@nestjs/common';
import { ForgetPayer } from './forget-payer.use-case.js';
import { PaymentUserConsumer } from './payment-user.consumer.js';
import { SqlEvidenceRepository } from './persistence/sql-evidence.repository.js';
import { EvidenceRepository } from './ports.js';

/** Files that defend disputes: where they are kept, and when they are forgotten. */
@Module({
  controllers: [PaymentUserConsumer],
  providers: [{ provide: EvidenceRepository, useClass: SqlEvidenceRepository }, ForgetPayer],
  exports: [EvidenceRepository],
})
export class EvidenceModule {}
