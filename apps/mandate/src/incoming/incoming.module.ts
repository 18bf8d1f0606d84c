import { Module, type DynamicModule } from '@nestjs/common';
import { ReconciliationModule } from '@towpath/reconciliation';
import { ChargingModule } from '../charging/charging.module.js';
import { MandatesModule } from '../mandates/mandates.module.js';
import { BankCallBacksController } from './bank-call-backs/bank-call-backs.controller.js';
import { BankCallBacksService } from './bank-call-backs/bank-call-backs.service.js';
import { ErasuresConsumer } from './erasures/erasures.consumer.js';
import { ErasuresService } from './erasures/erasures.service.js';
import { BankBooks } from './reconciliation/bank-books.js';

/** The questions to banks. */
const QUESTIONS = ['direct_debits', 'mandate_submissions'].map((table) => ({
  table,
  dueAt: 'follow_up_at',
}));

/** What banks and other services report: call-backs, settlement lists, erasures. */
@Module({})
export class IncomingModule {
  static forRoot(authorizing: DynamicModule): DynamicModule {
    return {
      module: IncomingModule,
      imports: [
        authorizing,
        ChargingModule,
        MandatesModule,
        ReconciliationModule.forRoot({
          books: BankBooks,
          questions: QUESTIONS,
          imports: [ChargingModule],
        }),
      ],
      controllers: [BankCallBacksController, ErasuresConsumer],
      providers: [BankCallBacksService, ErasuresService],
    };
  }
}
