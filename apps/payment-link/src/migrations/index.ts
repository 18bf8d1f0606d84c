import {
  BaseTables1700000000000,
  ForgetUserMetadata1700000520000,
  type MigrationClass,
} from '@towpath/persistence';
import { ForgetRestOfErasedUsers1700000520200 } from './1700000520200-forget-rest-of-erased-users/migration.js';
import { RaiseDisputes1700000535000 } from './1700000535000-raise-disputes/migration.js';
import { CreatePaymentUsers1700000100000 } from './1700000100000-create-payment-users/migration.js';
import { CreatePaymentAccounts1700000101000 } from './1700000101000-create-payment-accounts/migration.js';
import { CreatePaymentLinks1700000102000 } from './1700000102000-create-payment-links/migration.js';
import { CreatePayments1700000103000 } from './1700000103000-create-payments/migration.js';
import { CreatePaymentMethods1700000104000 } from './1700000104000-create-payment-methods/migration.js';
import { CreateLedger1700000105000 } from './1700000105000-create-ledger/migration.js';
import { CreateRefunds1700000106000 } from './1700000106000-create-refunds/migration.js';
import { SavedMethodsAndWallets1700000107000 } from './1700000107000-saved-methods-and-wallets/migration.js';
import { CreateCharges1700000108000 } from './1700000108000-create-charges/migration.js';
import { CreateReconciliation1700000109000 } from './1700000109000-create-reconciliation/migration.js';
import { ErasePaymentUsers1700000110000 } from './1700000110000-erase-payment-users/migration.js';
import { CreateExternalAccounts1700000111000 } from './1700000111000-create-external-accounts/migration.js';
import { MandateAttempts1700000112000 } from './1700000112000-mandate-attempts/migration.js';
import { CreateMandateCharges1700000115000 } from './1700000115000-create-mandate-charges/migration.js';
import { KeepMoneyForSevenYears1700000190000 } from './1700000190000-keep-money-for-seven-years/migration.js';
import { DueByApp1700000192000 } from './1700000192000-due-by-app/migration.js';
import { CardRiskData1700000193000 } from './1700000193000-card-risk-data/migration.js';
import { FindClickToPayLinks1700000195000 } from './1700000195000-find-click-to-pay-links/migration.js';
import { LimitDebitAttempts1700000197000 } from './1700000197000-limit-debit-attempts/migration.js';
import { KeepTransactionReferenceIds1700000205000 } from './1700000205000-keep-transaction-reference-ids/migration.js';
import { CompareWithMandates1700000321000 } from './1700000321000-compare-with-mandates/migration.js';
import { CreatePaymentDisputes1700000365000 } from './1700000365000-create-payment-disputes/migration.js';
import { CreatePayouts1700000400000 } from './1700000400000-create-payouts/migration.js';
import { RequestRefunds1700000410000 } from './1700000410000-request-refunds/migration.js';
import { ReadLedgerByTime1700000420000 } from './1700000420000-read-ledger-by-time/migration.js';
import { CreateBills1700000421000 } from './1700000421000-create-bills/migration.js';
import { ReceiveTransfers1700000460000 } from './1700000460000-receive-transfers/migration.js';
import { ForgetTransferTexts1700000461000 } from './1700000461000-forget-transfer-texts/migration.js';
import { ChargeForPayments1700000462000 } from './1700000462000-charge-for-payments/migration.js';
import { SchedulePayouts1700000470000 } from './1700000470000-schedule-payouts/migration.js';
import { ComparePayouts1700000471000 } from './1700000471000-compare-payouts/migration.js';
import { RefundByPayout1700000472000 } from './1700000472000-refund-by-payout/migration.js';
import { FindOpenRefunds1700000473000 } from './1700000473000-find-open-refunds/migration.js';
import { CompareTransfers1700000480000 } from './1700000480000-compare-transfers/migration.js';
import { ChargeForPayouts1700000486000 } from './1700000486000-charge-for-payouts/migration.js';
import { ListPayments1700000485000 } from './1700000485000-list-payments/migration.js';
import { RepeatAutopay1700000515000 } from './1700000515000-repeat-autopay/migration.js';
import { ReadBills1700000474000 } from './1700000474000-read-bills/migration.js';
import { CardsOverAllApps1700000512000 } from './1700000512000-cards-over-all-apps/migration.js';

/** In the order in which they run; a released one is never changed. */
export const migrations: readonly MigrationClass[] = [
  BaseTables1700000000000,
  CreatePaymentUsers1700000100000,
  CreatePaymentAccounts1700000101000,
  CreatePaymentLinks1700000102000,
  CreatePayments1700000103000,
  CreatePaymentMethods1700000104000,
  CreateLedger1700000105000,
  CreateRefunds1700000106000,
  SavedMethodsAndWallets1700000107000,
  CreateCharges1700000108000,
  CreateReconciliation1700000109000,
  ErasePaymentUsers1700000110000,
  CreateExternalAccounts1700000111000,
  MandateAttempts1700000112000,
  CreateMandateCharges1700000115000,
  KeepMoneyForSevenYears1700000190000,
  DueByApp1700000192000,
  CardRiskData1700000193000,
  FindClickToPayLinks1700000195000,
  LimitDebitAttempts1700000197000,
  KeepTransactionReferenceIds1700000205000,
  CompareWithMandates1700000321000,
  CreatePaymentDisputes1700000365000,
  CreatePayouts1700000400000,
  RequestRefunds1700000410000,
  ReadLedgerByTime1700000420000,
  CreateBills1700000421000,
  ReceiveTransfers1700000460000,
  ForgetTransferTexts1700000461000,
  ChargeForPayments1700000462000,
  SchedulePayouts1700000470000,
  ComparePayouts1700000471000,
  RefundByPayout1700000472000,
  FindOpenRefunds1700000473000,
  ReadBills1700000474000,
  CompareTransfers1700000480000,
  ListPayments1700000485000,
  ChargeForPayouts1700000486000,
  ForgetUserMetadata1700000520000,
  RepeatAutopay1700000515000,
  CardsOverAllApps1700000512000,
  ForgetRestOfErasedUsers1700000520200,
  RaiseDisputes1700000535000,
];
