import { Module } from '@nestjs/common';
import { PublicBaseUrl, RunningDownloads, SignedUrls } from '@towpath/http';
import { PaymentLinkConfig } from '../payment-link.config.js';
import { BillSourcesService } from './bill-sources/bill-sources.service.js';
import { ReadDueBills } from './bill-sources/read-due-bills.job.js';
import { TestBillsController } from './bill-sources/test-bills.controller.js';
import { BillsConsumer } from './bills/bills.consumer.js';
import { BillsController } from './bills/bills.controller.js';
import { BillsReads } from './bills/bills.reads.js';
import { BillsService } from './bills/bills.service.js';
import { KeptMoneyConsumer } from './kept-money/kept-money.consumer.js';
import { KeptMoneyService } from './kept-money/kept-money.service.js';
import { WriteCheckpoints } from './ledger/write-checkpoints.job.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { LedgerService } from './ledger/ledger.service.js';
import { LedgerReads } from './ledger/ledger.reads.js';
import { RefundsService } from './refunds/refunds.service.js';
import { RefundsReads } from './refunds/refunds.reads.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PayoutRefundsService } from './payout-refunds/payout-refunds.service.js';
import { PayoutsConsumer } from './payouts/payouts.consumer.js';
import { PayoutsController } from './payouts/payouts.controller.js';
import { PayoutsReads } from './payouts/payouts.reads.js';
import { PayoutsService } from './payouts/payouts.service.js';
import { ProcessorSettlementsReads } from './processor-settlements/processor-settlements.reads.js';
import { ProcessorPayoutsService } from './processor-settlements/processor-payouts.service.js';
import { ProcessorSettlementsService } from './processor-settlements/processor-settlements.service.js';
import { SettlementAccountsService } from './settlement-accounts/settlement-accounts.service.js';
import { SettlementAccountsController } from './settlement-accounts/settlement-accounts.controller.js';
import { StatementsController } from './statements/statements.controller.js';
import { StatementsReads } from './statements/statements.reads.js';
import { PartiesModule } from '../parties/parties.module.js';
import { PaymentsService } from './payments/payments.service.js';
import { PaymentsReads } from './payments/payments.reads.js';
import { DisputeHoldsService } from './payment-disputes/dispute-holds.service.js';

const SHARED = [
  BillsReads,
  BillsService,
  DisputeHoldsService,
  KeptMoneyService,
  LedgerReads,
  LedgerService,
  PaymentsReads,
  PaymentsService,
  PayoutRefundsService,
  PayoutsReads,
  PayoutsService,
  ProcessorSettlementsReads,
  ProcessorPayoutsService,
  ProcessorSettlementsService,
  RefundsReads,
  RefundsService,
  StatementsReads,
];

/** What is paid, refunded, disputed and paid out, with the ledger of it. */
@Module({
  imports: [PartiesModule],
  controllers: [
    TestBillsController,
    BillsController,
    BillsConsumer,
    KeptMoneyConsumer,
    PaymentsController,
    PayoutsController,
    PayoutsConsumer,
    RefundsController,
    SettlementAccountsController,
    StatementsController,
  ],
  providers: [
    {
      provide: PublicBaseUrl,
      inject: [PaymentLinkConfig],
      useFactory: ({ publicApiUrl }: PaymentLinkConfig) => new PublicBaseUrl(publicApiUrl),
    },
    SignedUrls,
    RunningDownloads,
    BillSourcesService,
    ReadDueBills,
    WriteCheckpoints,
    SettlementAccountsService,
    ...SHARED,
  ],
  exports: SHARED,
})
export class MoneyModule {}
