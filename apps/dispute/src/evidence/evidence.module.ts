import { Module } from '@nestjs/common';
import { ForgetPayer } from './forget-payer.use-case.js';
import { PaymentUserConsumer } from './payment-user.consumer.js';
import { EvidenceRepository } from './persistence/evidence.repository.js';

/** Files that defend disputes: where they are kept, and when they are forgotten. */
@Module({
  controllers: [PaymentUserConsumer],
  providers: [EvidenceRepository, ForgetPayer],
  exports: [EvidenceRepository],
})
export class EvidenceModule {}
