import { Module, type FactoryProvider } from '@nestjs/common';
import { KeptConnectors } from '@towpath/http';
import { Transactions } from '@towpath/persistence';
import { ReconciliationModule } from '@towpath/reconciliation';
import { CardGatewayRegistry } from '../cards/card-gateways/ports.js';
import { CardsModule } from '../cards/cards.module.js';
import { DebitModule } from '../debit/debit.module.js';
import { LinksModule } from '../links/links.module.js';
import { MoneyModule } from '../money/money.module.js';
import { PayoutRegistry } from '../money/payout-banks/ports.js';
import { PartiesModule } from '../parties/parties.module.js';
import { BillAutopayService } from './bill-autopay/bill-autopay.service.js';
import { MandateAutopayService } from './bill-autopay/mandate-autopay.service.js';
import { payDueBillsJob } from './bill-autopay/pay-due-bills.job.js';
import { CallBacksController } from './call-backs/call-backs.controller.js';
import { CallBacksReads } from './call-backs/call-backs.reads.js';
import { CallBacksService } from './call-backs/call-backs.service.js';
import { DisputedPaymentsController } from './disputed-payments/disputed-payments.controller.js';
import { DisputedPaymentsReads } from './disputed-payments/disputed-payments.reads.js';
import { ErasedTextsService } from './erasures/erased-texts.service.js';
import { ErasuresController } from './erasures/erasures.controller.js';
import { ErasuresService } from './erasures/erasures.service.js';
import { PayoutFundingService } from './payout-orders/payout-funding.service.js';
import { PayoutConversation } from './payout-orders/payout.conversation.js';
import { ScheduledPayoutsController } from './payout-orders/scheduled-payouts.controller.js';
import { ScheduledPayoutsService } from './payout-orders/scheduled-payouts.service.js';
import { PaymentRequestsController } from './payment-requests/payment-requests.controller.js';
import { PaymentRequestsService } from './payment-requests/payment-requests.service.js';
import { BankPayoutBooks } from './reconciliation/bank-payout-books.js';
import { CardBooks } from './reconciliation/card-books.js';
import { CardPaymentsReads } from './reconciliation/card-payments.reads.js';
import { ExecutedPayments } from './reconciliation/executed-payments.js';
import { IncomingBooks } from './reconciliation/incoming-books.js';
import { MandateBooks } from './reconciliation/mandate-books.js';
import { PaymentBooks } from './reconciliation/payment-books.js';
import { ProcessorBooks } from './reconciliation/processor-books.js';
import { OperatorRefundsService } from './refund-requests/operator-refunds.service.js';
import { RefundRequestsController } from './refund-requests/refund-requests.controller.js';
import { RefundRequestsService } from './refund-requests/refund-requests.service.js';
import { StoredMethodsController } from './stored-methods/stored-methods.controller.js';
import { StoredMethodsReads } from './stored-methods/stored-methods.reads.js';
import { StoredMethodsService } from './stored-methods/stored-methods.service.js';
import { LedgerVerificationController } from './ledger-verification/ledger-verification.controller.js';
import { LedgerChecksService } from './ledger-verification/ledger-checks.service.js';
import { LedgerVerificationReads } from './ledger-verification/ledger-verification.reads.js';
import { MeasureLateCaptures } from './late-captures/measure-late-captures.job.js';
import { MeasureDrift } from './ledger-verification/measure-drift.job.js';
import { ProcessorLedgerController } from './processor-ledger/processor-ledger.controller.js';
import { ProcessorLedgerReads } from './processor-ledger/processor-ledger.reads.js';

const AREAS = [CardsModule, DebitModule, LinksModule, MoneyModule, PartiesModule];

/** Our books beside those of card gateways, of the service of mandates and of banks that pay out. */
const reconciliation = ReconciliationModule.forRoot({
  books: PaymentBooks,
  operated: { kind: 'reconciliation_difference', action: 'resolve_difference' },
  // The questions to gateways, mandate and banks.
  questions: [
    ...['payment_attempts', 'charges', 'refunds', 'mandate_charges'].map((table) => ({
      table,
      dueAt: 'follow_up_at',
    })),
    // The others wait for their day.
    { table: 'payouts', dueAt: 'due_at', open: `status IN ('SUBMITTED', 'FAILED')` },
  ],
  providers: [
    BankPayoutBooks,
    CardBooks,
    IncomingBooks,
    MandateBooks,
    ExecutedPayments,
    CardPaymentsReads,
    ProcessorBooks,
  ],
  imports: AREAS,
});

/** What attempts, charges, refunds, deletions of cards and payouts that have not ended need. */
const keptConnectors: FactoryProvider<KeptConnectors> = {
  provide: KeptConnectors,
  inject: [Transactions, CardGatewayRegistry, PayoutRegistry],
  useFactory: (db: Transactions, gateways: CardGatewayRegistry, banks: PayoutRegistry) =>
    new KeptConnectors(db, [
      {
        what: 'attempts',
        registry: gateways,
        live: 'live',
        from: `payment_attempts a JOIN payment_links USING (customer_app_id, payment_link_id)
          WHERE a.connector IS NOT NULL AND (a.follow_up_at IS NOT NULL
            OR a.status IN ('SELECTED', 'AUTHORIZING', 'CONFIRMED', 'CAPTURING'))`,
      },
      {
        what: 'charges',
        registry: gateways,
        live: 'live',
        from: 'charges WHERE follow_up_at IS NOT NULL',
      },
      {
        what: 'refunds',
        registry: gateways,
        live: 'live',
        from: `(SELECT customer_app_id, charge ->> 'integrationId' AS integration_id,
            charge ->> 'connector' AS connector, charge ->> 'appType' = 'LIVE' AS live
          FROM refunds WHERE charge IS NOT NULL
            AND (follow_up_at IS NOT NULL OR status IN ('CREATED', 'SUBMITTED'))) AS open`,
      },
      {
        what: 'entries without a payout',
        registry: gateways,
        live: 'live',
        // Their place is the integration with its connector. Later nothing pays them out any more.
        from: `(SELECT customer_app_id, app_type = 'LIVE' AS live,
            split_part(integration_id, '_', 1) AS integration_id,
            lower(substr(integration_id, strpos(integration_id, '_') + 1)) AS connector
          FROM processor_entries WHERE payout_reference IS NULL AND is_counted
            AND settled_at > now() - interval '30 days') AS open`,
      },
      {
        what: 'settlement accounts that charge stored cards',
        registry: gateways,
        live: 'live',
        from: 'chargeable_cards()',
      },
      { what: 'cards to delete', registry: gateways, live: 'live', from: 'forgotten_cards' },
      {
        what: 'payouts',
        registry: banks,
        live: 'live',
        from: `payouts WHERE due_at IS NOT NULL OR status NOT IN ('EXECUTED', 'FAILED', 'CANCELLED')`,
      },
    ]),
};

/** What needs several areas. */
@Module({
  imports: [...AREAS, reconciliation],
  controllers: [
    CallBacksController,
    DisputedPaymentsController,
    ErasuresController,
    LedgerVerificationController,
    PaymentRequestsController,
    ProcessorLedgerController,
    RefundRequestsController,
    ScheduledPayoutsController,
    StoredMethodsController,
  ],
  providers: [
    BillAutopayService,
    CallBacksReads,
    CallBacksService,
    DisputedPaymentsReads,
    ErasedTextsService,
    ErasuresService,
    keptConnectors,
    LedgerChecksService,
    LedgerVerificationReads,
    MandateAutopayService,
    MeasureDrift,
    MeasureLateCaptures,
    OperatorRefundsService,
    payDueBillsJob,
    PaymentRequestsService,
    PayoutConversation,
    PayoutFundingService,
    ProcessorLedgerReads,
    RefundRequestsService,
    ScheduledPayoutsService,
    StoredMethodsReads,
    StoredMethodsService,
  ],
  exports: [OperatorRefundsService],
})
export class ProcessesModule {}
