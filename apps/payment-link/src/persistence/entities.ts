import { charges } from '../cards/charges/charge.table.js';
import { mandateCharges } from '../debit/mandate-charges/mandate-charge.table.js';
import { CardSubmissionEntity } from '../links/payment-links/persistence/card-submission.entity.js';
import type { EntityClass } from '@towpath/persistence';
import { reconciliationEntities } from '@towpath/reconciliation';
import {
  ledgerAccounts,
  ledgerCheckpoints,
  ledgerTransfers,
} from '../money/ledger/ledger.table.js';
import { refunds } from '../money/refunds/refund.table.js';
import {
  externalAccounts,
  paymentAccounts,
  settlementAccountAudit,
} from '../parties/payment-accounts/payment-account.table.js';
import {
  PaymentAttemptEntity,
  PaymentAttemptStateChangeEntity,
} from '../links/payment-links/persistence/payment-attempt.entity.js';
import {
  PaymentLinkEntity,
  PaymentLinkStateChangeEntity,
} from '../links/payment-links/persistence/payment-link.entity.js';
import { storedCards } from '../cards/payment-methods/stored-card.table.js';
import {
  autopayConsentChanges,
  paymentUserErasures,
  paymentUsers,
} from '../parties/payment-users/payment-user.table.js';
import { payments } from '../money/payments/payment.table.js';
import { payouts } from '../money/payouts/payout.table.js';
import { disputeHolds } from '../money/payment-disputes/dispute-hold.table.js';

import { IncomingTransferEntity } from '../links/manual-transfers/persistence/incoming-transfer.entity.js';
import { billSources } from '../money/bill-sources/bill-source.table.js';
import { bills } from '../money/bills/bill.table.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  billSources,
  disputeHolds,
  paymentUsers,
  autopayConsentChanges,
  paymentUserErasures,
  paymentAccounts,
  settlementAccountAudit,
  externalAccounts,
  PaymentLinkEntity,
  PaymentLinkStateChangeEntity,
  PaymentAttemptEntity,
  PaymentAttemptStateChangeEntity,
  payments,
  storedCards,
  ledgerAccounts,
  ledgerTransfers,
  ledgerCheckpoints,
  payouts,
  refunds,
  CardSubmissionEntity,
  mandateCharges,
  charges,
  bills,
  IncomingTransferEntity,
  ...reconciliationEntities,
];
