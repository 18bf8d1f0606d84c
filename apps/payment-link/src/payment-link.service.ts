import { eventsOf } from '@towpath/messaging';
import type { ServiceDefinition } from '@towpath/service';
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
import { paymentMachine } from './money/payments/payment.transitions.js';
import { PayoutsConsumer } from './money/payouts/payouts.consumer.js';
import { payoutMachine } from './money/payouts/payout.transitions.js';
import { entities } from './persistence/entities.js';
import { paymentLinkRetention } from './persistence/retention.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { billMachine } from './money/bills/bill.transitions.js';
import { refundMachine } from './money/refunds/refund.transitions.js';

/** All that makes this service different from the others. */
export const paymentLinkService: ServiceDefinition<PaymentLinkConfig> = {
  name: 'payment-link',
  config: PaymentLinkConfig,
  module: (config) => AppModule.forRoot(config),
  entities,
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
