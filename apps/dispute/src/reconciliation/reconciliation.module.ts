import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { CompareDisputes } from './compare-disputes.query.js';
import { ReconciliationController } from './reconciliation.controller.js';

/** Our open disputes beside those of their processors. */
@Module({
  imports: [DisputesModule],
  controllers: [ReconciliationController],
  providers: [CompareDisputes],
})
export class ReconciliationModule {}
