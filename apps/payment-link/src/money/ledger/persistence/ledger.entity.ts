import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { LedgerAccountKind, TransferKind } from '../domain/ledger.js';

const ACCOUNT_KEY = { primaryKeyConstraintName: 'ledger_accounts_pkey' };

@Entity('ledger_accounts')
export class LedgerAccountEntity {
  @PrimaryColumn('text', ACCOUNT_KEY) customer_app_id: string;
  @PrimaryColumn('text', ACCOUNT_KEY) ledger_account: string;
  @PrimaryColumn('text', ACCOUNT_KEY) currency: string;
  @Column('text') kind: LedgerAccountKind;
  @Column('text') payment_account_id: string;
  @Column('timestamptz') created_at: Date;
}

const TRANSFER_KEY = { primaryKeyConstraintName: 'ledger_transfers_pkey' };
const ACCOUNT_COLUMNS: [string, string, string] = ['customer_app_id', 'ledger_account', 'currency'];

@Entity('ledger_transfers')
@Index('ledger_transfers_occurred_at', ['occurred_at'], { type: 'brin' })
@Index('ledger_transfers_debit', ['customer_app_id', 'debit_account', 'currency', 'written_by'])
@Index('ledger_transfers_credit', ['customer_app_id', 'credit_account', 'currency', 'written_by'])
@Index('ledger_transfers_booked', [
  'customer_app_id',
  'currency',
  'occurred_at',
  'ledger_transfer_id',
])
@ForeignKey(
  () => LedgerAccountEntity,
  ['customer_app_id', 'debit_account', 'currency'],
  ACCOUNT_COLUMNS,
  { name: 'ledger_transfers_debit_fkey' },
)
@ForeignKey(
  () => LedgerAccountEntity,
  ['customer_app_id', 'credit_account', 'currency'],
  ACCOUNT_COLUMNS,
  { name: 'ledger_transfers_credit_fkey' },
)
export class LedgerTransferEntity {
  @PrimaryColumn('text', TRANSFER_KEY) customer_app_id: string;
  @PrimaryColumn('text', TRANSFER_KEY) ledger_transfer_id: string;
  @Column('text') kind: TransferKind;
  @Column('text') debit_account: string;
  @Column('text') credit_account: string;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text', { nullable: true }) payment_id: string | null;
  @Column('text', { nullable: true }) refund_id: string | null;
  @Column('text', { nullable: true }) dispute_id: string | null;
  /** Sequence of the dispute's event that moves the money. */
  @Column('bigint', { nullable: true }) dispute_sequence: number | null;
  @Column('text', { nullable: true }) payout_id: string | null;
  @Column('timestamptz') occurred_at: Date;
  /** The transaction that wrote the row; a checkpoint knows by it which transfers are complete. */
  @Column('bigint', { default: () => 'current_transaction()' })
  written_by: number;
}

const checkpointKey = () => ({ primaryKeyConstraintName: 'ledger_checkpoints_pkey' });

@Entity('ledger_checkpoints')
@ForeignKey(() => LedgerAccountEntity, ACCOUNT_COLUMNS, ACCOUNT_COLUMNS, {
  name: 'ledger_checkpoints_account_fkey',
})
export class LedgerCheckpointEntity {
  @PrimaryColumn('text', checkpointKey()) customer_app_id: string;
  @PrimaryColumn('text', checkpointKey()) ledger_account: string;
  @PrimaryColumn('text', checkpointKey()) currency: string;
  /** Covers the transfers of all transactions below this one; none of them is still running. */
  @PrimaryColumn('bigint', checkpointKey()) covers_before: number;
  @Column('bigint') balance: number;
  @Column('timestamptz') created_at: Date;
}
