import { charges } from '../cards/charges/charge.table.js';
import { mandateCharges } from '../debit/mandate-charges/mandate-charge.table.js';
import { cardSubmissions } from '../links/card-attempts/card-submission.table.js';
import type { AnyTable } from '@towpath/persistence';
import { reconciliationTables } from '@towpath/reconciliation';
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
import { paymentAttempts } from '../links/payment-attempts/payment-attempt.table.js';
import { paymentLinks } from '../links/payment-links/payment-link.table.js';
import { storedCards } from '../cards/payment-methods/stored-card.table.js';
import {
  autopayConsentChanges,
  paymentUserErasures,
  paymentUsers,
} from '../parties/payment-users/payment-user.table.js';
import { payments } from '../money/payments/payment.table.js';
import { payouts } from '../money/payouts/payout.table.js';
import { disputeHolds } from '../money/payment-disputes/dispute-hold.table.js';

import { incomingTransfers } from '../links/manual-transfers/incoming-transfer.table.js';
import { billSources } from '../money/bill-sources/bill-source.table.js';
import { bills } from '../money/bills/bill.table.js';

/** Every table of this service, for the drift check. */
export const entities: readonly AnyTable[] = [
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
  ledgerAccounts,
  ledgerTransfers,
  ledgerCheckpoints,
  payouts,
  refunds,
  cardSubmissions,
  mandateCharges,
  charges,
  bills,
  incomingTransfers,
  ...reconciliationTables,
];
