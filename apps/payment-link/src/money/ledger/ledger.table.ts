import type {
  CustomerAppId,
  DisputeId,
  Id,
  LedgerTransferId,
  PaymentAccountId,
  PaymentId,
  PayoutId,
} from '@towpath/kernel';
import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';

/** Its columns in the key of an account, by the names of transfers and checkpoints. */
const ACCOUNT = ['customerAppId', 'ledgerAccount', 'currency'] as const;

export const ledgerAccounts = defineTable(
  'ledger_accounts',
  {
    customerAppId: text<CustomerAppId>(),
    ledgerAccount: text(),
    currency: text(),
    kind: text(),
    paymentAccountId: text<PaymentAccountId>(),
    createdAt: time(),
  },
  { key: ACCOUNT },
);

export const ledgerTransfers = defineTable(
  'ledger_transfers',
  {
    customerAppId: text<CustomerAppId>(),
    ledgerTransferId: text<LedgerTransferId>(),
    kind: text(),
    debitAccount: text(),
    creditAccount: text(),
    /** Minor units. */
    amount: bigint(),
    currency: text(),
    paymentId: text<PaymentId>().orNull(),
    refundId: text<Id<'Refund'>>().orNull(),
    disputeId: text<DisputeId>().orNull(),
    /** Sequence of the dispute's event that moves the money. */
    disputeSequence: bigint().orNull(),
    payoutId: text<PayoutId>().orNull(),
    /** Entry or payout of a card processor: the place and its name there. */
    processorReference: text().orNull(),
    occurredAt: time(),
    /** The transaction that wrote the row; a checkpoint knows by it which transfers are complete. */
    writtenBy: bigint()
      .default(() => 'current_transaction()')
      .byDatabase(),
  },
  {
    key: ['customerAppId', 'ledgerTransferId'],
    indexes: {
      ledger_transfers_occurred_at: { columns: ['occurredAt'], type: 'brin' },
      ledger_transfers_debit: ['customerAppId', 'debitAccount', 'currency', 'writtenBy'],
      ledger_transfers_credit: ['customerAppId', 'creditAccount', 'currency', 'writtenBy'],
      ledger_transfers_processor: {
        columns: ['customerAppId', 'processorReference'],
        where: 'processor_reference IS NOT NULL',
      },
      ledger_transfers_booked: ['customerAppId', 'currency', 'occurredAt', 'ledgerTransferId'],
    },
    foreignKeys: {
      ledger_transfers_debit_fkey: {
        columns: ['customerAppId', 'debitAccount', 'currency'],
        to: 'ledger_accounts',
        toColumns: ACCOUNT,
      },
      ledger_transfers_credit_fkey: {
        columns: ['customerAppId', 'creditAccount', 'currency'],
        to: 'ledger_accounts',
        toColumns: ACCOUNT,
      },
    },
  },
);

export type Transfer = RowOf<typeof ledgerTransfers>;

export const ledgerCheckpoints = defineTable(
  'ledger_checkpoints',
  {
    customerAppId: text<CustomerAppId>(),
    ledgerAccount: text(),
    currency: text(),
    /** Covers the transfers of all transactions below this one; none of them is still running. */
    coversBefore: bigint(),
    /** Minor units. */
    balance: bigint(),
    createdAt: time(),
  },
  {
    key: [...ACCOUNT, 'coversBefore'],
    foreignKeys: {
      ledger_checkpoints_account_fkey: { columns: ACCOUNT, to: 'ledger_accounts' },
    },
  },
);
