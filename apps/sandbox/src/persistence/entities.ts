import type { EntityClass } from '@towpath/persistence';
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
import { BankInstructionEntity } from '../debits/direct-debit/bank-instruction.entity.js';
import { debitCollections, debitMandates } from '../debits/direct-debit/debit.table.js';
import {
  CardDisputeDocumentEntity,
  CardDisputeEntity,
} from '../cards/disputes/persistence/dispute.entities.js';
import { ExternalBillEntity } from '../gateways/billing/persistence/billing.entities.js';
import { bankPayouts } from '../debits/payouts/bank-payout.table.js';
import { bankTransfers } from '../debits/transfers/bank-transfer.table.js';

/**
 * Rows of the tables, for the drift check and as types. CHECKs, triggers and partial indexes are in
 * the migration only.
 */
export const sandboxEntities: readonly EntityClass[] = [
  AppClockEntity,
  CardTokenEntity,
  StoredCardEntity,
  CardAuthorizationEntity,
  CardRefundEntity,
  LedgerEntryEntity,
  CallbackEntity,
  debitMandates,
  debitCollections,
  BankInstructionEntity,
  BankLoginEntity,
  BankLoginCodeEntity,
  BankEndedConsentEntity,
  CardDisputeEntity,
  bankPayouts,
  bankTransfers,
  ExternalBillEntity,
  CardDisputeDocumentEntity,
];
