import { Module } from '@nestjs/common';
import { OpenQuestionsModule } from '@towpath/reconciliation';
import { DisputesModule } from '../disputes/disputes.module.js';
import { CompareDisputes } from './compare-disputes.query.js';
import { ReconciliationController } from './reconciliation.controller.js';

/** The questions to processors. */
const QUESTIONS = [{ table: 'dispute_answers', dueAt: 'follow_up_at' }];

/** Our open disputes beside those of their processors. */
@Module({
  imports: [DisputesModule, OpenQuestionsModule.forRoot(QUESTIONS)],
  controllers: [ReconciliationController],
  providers: [CompareDisputes],
})
export class ReconciliationModule {}
