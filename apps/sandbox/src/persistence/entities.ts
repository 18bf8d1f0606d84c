import { CallbackEntity } from '../base/callbacks/persistence/callback.entities.js';
import { LedgerEntryEntity } from '../base/ledger/persistence/ledger.entities.js';
import {
  CardAuthorizationEntity,
  CardRefundEntity,
  CardTokenEntity,
  StoredCardEntity,
} from '../cards/authorizations/persistence/card.entities.js';
import { AppClockEntity } from '../control/clock/persistence/app-clock.entities.js';
import {
  BankEndedConsentEntity,
  BankLoginCodeEntity,
  BankLoginEntity,
} from '../banks/logins/persistence/bank-login.entities.js';
import { directDebitEntities } from '../debits/direct-debit/persistence/direct-debit.entities.js';
import {
  CardDisputeDocumentEntity,
  CardDisputeEntity,
} from '../cards/disputes/persistence/dispute.entities.js';
import { ExternalBillEntity } from '../gateways/billing/persistence/billing.entities.js';
import { BankTransferEntity } from '../debits/transfers/persistence/transfer.entities.js';
import { BankPayoutEntity } from '../debits/payouts/persistence/payout.entities.js';

/**
 * Rows of the tables, for the drift check and as types. CHECKs, triggers and partial indexes are in
 * the migration only.
 */
export const sandboxEntities = [
  AppClockEntity,
  CardTokenEntity,
  StoredCardEntity,
  CardAuthorizationEntity,
  CardRefundEntity,
  LedgerEntryEntity,
  CallbackEntity,
  ...directDebitEntities,
  BankLoginEntity,
  BankLoginCodeEntity,
  BankEndedConsentEntity,
  CardDisputeEntity,
  BankPayoutEntity,
  BankTransferEntity,
  ExternalBillEntity,
  CardDisputeDocumentEntity,
] as const;
