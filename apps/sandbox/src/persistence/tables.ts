import { bankLoginTables } from '../banks/logins/bank-login.table.js';
import { callbacks } from '../base/callbacks/callback.table.js';
import { ledgerEntries } from '../base/ledger/ledger-entry.table.js';
import {
  authorizations,
  cardTokens,
  refunds,
  storedCards,
} from '../cards/authorizations/authorization.table.js';
import { cardDisputes, disputeDocuments } from '../cards/disputes/card-dispute.table.js';
import { appClocks } from '../control/clock/app-clock.table.js';
import {
  bankInstructions,
  debitCollections,
  debitMandates,
} from '../debits/direct-debit/debit.table.js';
import { bankPayouts } from '../debits/payouts/bank-payout.table.js';
import { bankTransfers } from '../debits/transfers/bank-transfer.table.js';
import { externalBills } from '../gateways/billing/external-bill.table.js';
import { stripeRequests, stripeSettings } from '../stripe/api/stripe-request.table.js';
import { stripeObjects } from '../stripe/books/stripe-object.table.js';

/** For the drift check. CHECKs, triggers and partial indexes are in the migration only. */
export const sandboxTables = [
  appClocks,
  cardTokens,
  storedCards,
  authorizations,
  refunds,
  ledgerEntries,
  callbacks,
  debitMandates,
  debitCollections,
  bankInstructions,
  ...bankLoginTables,
  cardDisputes,
  disputeDocuments,
  bankPayouts,
  bankTransfers,
  externalBills,
  stripeObjects,
  stripeRequests,
  stripeSettings,
] as const;
