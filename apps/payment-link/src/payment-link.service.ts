import { eventsOf } from '@towpath/messaging';
import { reconciliationTables } from '@towpath/reconciliation';
import type { ServiceDefinition } from '@towpath/service';
import { charges } from './cards/charges/charge.table.js';
import { forgottenCards } from './cards/forgotten-cards/forgotten-card.table.js';
import { gatewayNotes } from './cards/gateway-notes/gateway-note.table.js';
import { mandateCharges } from './debit/mandate-charges/mandate-charge.table.js';
import { cardSubmissions } from './links/card-attempts/card-submission.table.js';
import { ledgerAccounts, ledgerCheckpoints, ledgerTransfers } from './money/ledger/ledger.table.js';
import { refunds } from './money/refunds/refund.table.js';
import {
  externalAccounts,
  paymentAccounts,
  settlementAccountAudit,
} from './parties/payment-accounts/payment-account.table.js';
import { paymentAttempts } from './links/payment-attempts/payment-attempt.table.js';
import { paymentLinks } from './links/payment-links/payment-link.table.js';
import { storedCards } from './cards/payment-methods/stored-card.table.js';
import {
  autopayConsentChanges,
  paymentUserErasures,
  paymentUsers,
} from './parties/payment-users/payment-user.table.js';
import { payments } from './money/payments/payment.table.js';
import { payouts } from './money/payouts/payout.table.js';
import { disputeHolds } from './money/payment-disputes/dispute-hold.table.js';
import { incomingTransfers } from './links/manual-transfers/incoming-transfer.table.js';
import { billSources } from './money/bill-sources/bill-source.table.js';
import { ledgerChecks } from './processes/ledger-verification/ledger-check.table.js';
import { bills } from './money/bills/bill.table.js';
import { AppModule } from './app.module.js';
import { MandateChargeConsumer } from './debit/mandate-charges/mandate-charge.consumer.js';
import { PaymentLinksConsumer } from './links/link-attempts/payment-links.consumer.js';
import { MandateAttemptsConsumer } from './links/mandate-attempts/mandate-attempts.consumer.js';
import { migrations } from './migrations/index.js';
import { BillsConsumer } from './money/bills/bills.consumer.js';
import { KeptMoneyConsumer } from './money/kept-money/kept-money.consumer.js';
import { disputeHoldMachine } from './money/payment-disputes/dispute-hold.transitions.js';
import { PaymentLinkConfig } from './payment-link.config.js';
import { attemptMachine } from './links/payment-attempts/payment-attempt.transitions.js';
import { paymentLinkMachine } from './links/payment-links/payment-link.transitions.js';
import { cardMachine } from './cards/payment-methods/stored-card.transitions.js';
import {
  processorEntries,
  processorPayouts,
} from './money/processor-settlements/processor-settlement.table.js';
import { paymentMachine } from './money/payments/payment.transitions.js';
import { PayoutsConsumer } from './money/payouts/payouts.consumer.js';
import { payoutMachine } from './money/payouts/payout.transitions.js';
import { paymentLinkRetention } from './persistence/retention.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { billMachine } from './money/bills/bill.transitions.js';
import { refundMachine } from './money/refunds/refund.transitions.js';

/** All that makes this service different from the others. */
export const paymentLinkService: ServiceDefinition<PaymentLinkConfig> = {
  name: 'payment-link',
  config: PaymentLinkConfig,
  module: (config) => AppModule.forRoot(config),
  tables: [
    billSources,
    disputeHolds,
    paymentUsers,
    autopayConsentChanges,
    paymentUserErasures,
    paymentAccounts,
    settlementAccountAudit,
    externalAccounts,
    paymentLinks,
    paymentAttempts,
    payments,
    storedCards,
    forgottenCards,
    ledgerAccounts,
    ledgerTransfers,
    ledgerCheckpoints,
    ledgerChecks,
    processorEntries,
    processorPayouts,
    payouts,
    refunds,
    cardSubmissions,
    mandateCharges,
    charges,
    gatewayNotes,
    bills,
    incomingTransfers,
    ...reconciliationTables,
  ],
  migrations,
  keyPurposes: KEY_PURPOSES,
  retention: paymentLinkRetention,
  peers: ({ mandateInternalUrl, accountDataInternalUrl }) => ({
    mandate: mandateInternalUrl,
    'account-data': accountDataInternalUrl,
  }),
  consumes: eventsOf(
    PaymentLinksConsumer,
    BillsConsumer,
    PayoutsConsumer,
    MandateChargeConsumer,
    MandateAttemptsConsumer,
    KeptMoneyConsumer,
  ),
  machines: [
    paymentLinkMachine,
    attemptMachine,
    paymentMachine,
    cardMachine,
    payoutMachine,
    refundMachine,
    billMachine,
    disputeHoldMachine,
  ],
};
