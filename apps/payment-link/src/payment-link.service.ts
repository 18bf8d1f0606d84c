import {
  disputeAccepted,
  disputeChargebackReceived,
  disputeDeadlineApproaching,
  disputeDeadlinePassed,
  disputeDefended,
  disputeLost,
  disputeReopened,
  disputeStatusCorrected,
  disputeWon,
  mandateAuthorized,
  mandateCancelled,
  mandateChargeUpdated,
  mandateClosed,
  mandateFailed,
  mandateRevoked,
  mandateSucceeded,
  paymentCreated,
  paymentExecuted,
  paymentFailed,
  paymentMethodCancelled,
  paymentReturned,
  paymentRevoked,
  paymentStatusCorrected,
} from '@towpath/contracts';
import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { migrations } from './migrations/index.js';
import { disputeHoldMachine } from './money/payment-disputes/dispute-hold.transitions.js';
import { PaymentLinkConfig } from './payment-link.config.js';
import { attemptMachine } from './links/payment-links/payment-attempt.transitions.js';
import { paymentLinkMachine } from './links/payment-links/payment-link.transitions.js';
import { cardMachine } from './cards/payment-methods/stored-card.transitions.js';
import { paymentMachine } from './money/payments/payment.transitions.js';
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
  consumes: [
    paymentMethodCancelled,
    paymentCreated,
    paymentExecuted,
    paymentFailed,
    paymentReturned,
    paymentRevoked,
    paymentStatusCorrected,
    mandateChargeUpdated,
    mandateAuthorized,
    mandateSucceeded,
    mandateFailed,
    mandateRevoked,
    mandateCancelled,
    mandateClosed,
    disputeChargebackReceived,
    disputeDeadlineApproaching,
    disputeDefended,
    disputeAccepted,
    disputeDeadlinePassed,
    disputeWon,
    disputeLost,
    disputeReopened,
    disputeStatusCorrected,
  ],
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
