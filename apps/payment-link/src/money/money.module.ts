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
import { DisputeConsumer } from './kept-money/dispute.consumer.js';
import { KeptMoneyService } from './kept-money/kept-money.service.js';
import { BookUnexpectedPayout } from './ledger/book-unexpected-payout.use-case.js';
import { HoldFunds } from './ledger/hold-funds.use-case.js';
import { KeepUnmatchedMoney } from './ledger/keep-unmatched-money.use-case.js';
import { OpenLedgerAccounts } from './ledger/open-ledger-accounts.use-case.js';
import { LedgerRepository } from './ledger/persistence/ledger.repository.js';
import { LongTails } from './ledger/persistence/long-tails.js';
import { WriteCheckpoints } from './ledger/persistence/write-checkpoints.job.js';
import { PostTransfer } from './ledger/post-transfer.use-case.js';
import { ReadBalance } from './ledger/read-balance.query.js';
import { ReadTransfers } from './ledger/read-transfers.query.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PaymentView } from './payments/payment.view.js';
import { StartPayoutRefund } from './payout-refunds/start-payout-refund.js';
import { PayoutFundingService } from './payouts/payout-funding.service.js';
import { PayoutsConsumer } from './payouts/payouts.consumer.js';
import { PayoutsController } from './payouts/payouts.controller.js';
import { PayoutsReads } from './payouts/payouts.reads.js';
import { PayoutsService } from './payouts/payouts.service.js';
import { FindRefunds } from './refunds/find-refunds.query.js';
import { FollowRefundPayout } from './refunds/follow-refund-payout.js';
import { GetRefund } from './refunds/get-refund.query.js';
import { RefundRepository } from './refunds/persistence/refund.repository.js';
import { RefundController } from './refunds/refund.controller.js';
import { RequestRefund } from './refunds/request-refund.use-case.js';
import { ReturnUnexpectedMoney } from './refunds/return-unexpected-money.use-case.js';
import { SettleRefund } from './refunds/settle-refund.use-case.js';
import { PutSettlementAccount } from './settlement-accounts/put-settlement-account.use-case.js';
import { SettlementAccountController } from './settlement-accounts/settlement-account.controller.js';
import { StatementRepository } from './statements/persistence/statement.repository.js';
import { StatementAddresses } from './statements/statement-addresses.js';
import { StatementController } from './statements/statement.controller.js';
import { WriteStatement } from './statements/write-statement.js';
import { PartiesModule } from '../parties/parties.module.js';
import { PaymentsService } from './payments/payments.service.js';
import { PaymentsReads } from './payments/payments.reads.js';
import { DisputeHoldsService } from './payment-disputes/dispute-holds.service.js';

/** What is paid, refunded, disputed and paid out, with the ledger of it. */
@Module({
  imports: [PartiesModule],
  controllers: [
    TestBillsController,
    BillsController,
    BillsConsumer,
    DisputeConsumer,
    PaymentsController,
    PayoutsController,
    PayoutsConsumer,
    RefundController,
    SettlementAccountController,
    StatementController,
  ],
  providers: [
    {
      provide: PublicBaseUrl,
      inject: [PaymentLinkConfig],
      useFactory: ({ publicApiUrl }: PaymentLinkConfig) => new PublicBaseUrl(publicApiUrl),
    },
    SignedUrls,
    RunningDownloads,
    StatementRepository,
    StatementAddresses,
    WriteStatement,
    BillSourcesService,
    ReadDueBills,
    BillsReads,
    BillsService,
    KeptMoneyService,
    LedgerRepository,
    LongTails,
    BookUnexpectedPayout,
    HoldFunds,
    KeepUnmatchedMoney,
    OpenLedgerAccounts,
    PostTransfer,
    ReadBalance,
    ReadTransfers,
    WriteCheckpoints,
    DisputeHoldsService,
    PaymentsService,
    PaymentsReads,
    PaymentView,
    StartPayoutRefund,
    PayoutFundingService,
    PayoutsReads,
    PayoutsService,
    RefundRepository,
    ReturnUnexpectedMoney,
    RequestRefund,
    SettleRefund,
    FindRefunds,
    FollowRefundPayout,
    GetRefund,
    PutSettlementAccount,
  ],
  exports: [
    BillsService,
    KeptMoneyService,
    BookUnexpectedPayout,
    HoldFunds,
    KeepUnmatchedMoney,
    OpenLedgerAccounts,
    PostTransfer,
    ReadBalance,
    ReadTransfers,
    WriteCheckpoints,
    DisputeHoldsService,
    PaymentsService,
    PaymentsReads,
    StartPayoutRefund,
    PayoutFundingService,
    PayoutsReads,
    PayoutsService,
    ReturnUnexpectedMoney,
    RequestRefund,
    SettleRefund,
    FindRefunds,
    FollowRefundPayout,
    GetRefund,
    WriteStatement,
  ],
})
export class MoneyModule {}
