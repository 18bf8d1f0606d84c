import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { KeptConnectors } from '@towpath/http';
import { Transactions } from '@towpath/persistence';
import { ReconciliationModule } from '@towpath/reconciliation';
import { DirectDebitRegistry } from '../banks/direct-debit/direct-debit-registry.js';
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

/** Mandates can be charged until they end, and debits that have not ended are asked about. */
const keptConnectors: FactoryProvider<KeptConnectors> = {
  provide: KeptConnectors,
  inject: [Transactions, DirectDebitRegistry],
  useFactory: (db: Transactions, registry: DirectDebitRegistry) =>
    new KeptConnectors(db, [
      {
        what: 'mandates',
        registry,
        live: 'live',
        from: `mandate_submissions JOIN mandates USING (customer_app_id, mandate_id)
          WHERE connector IS NOT NULL AND status IN ('SUBMITTED', 'SUCCEEDED')`,
      },
      {
        what: 'debits',
        registry,
        live: 'live',
        from: `direct_debits d JOIN mandates USING (customer_app_id, mandate_id)
          WHERE d.follow_up_at IS NOT NULL OR d.status IN ('RESERVED', 'SUBMITTED')`,
      },
    ]),
};

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
          operated: { kind: 'debit_difference', action: 'resolve_debit_difference' },
          questions: QUESTIONS,
          imports: [ChargingModule],
        }),
      ],
      controllers: [BankCallBacksController, ErasuresConsumer],
      providers: [BankCallBacksService, ErasuresService, keptConnectors],
    };
  }
}
