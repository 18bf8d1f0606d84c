import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const key = (table: string) => ({ primaryKeyConstraintName: `${table}_pkey` });

@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('text', key('accounts')) customer_app_id: string;
  @PrimaryColumn('text', key('accounts')) login_identity_id: string;
  @PrimaryColumn('text', key('accounts')) account_id: string;
  @Column('text') group_id: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) nickname: string | null;
  @Column('text') type: string;
  @Column('text') subtype: string;
  @Column('text') currency: string;
  @Column('text') country: string;
  @Column('text', { nullable: true }) parent_id: string | null;
  @Column('boolean') is_parent: boolean;
  @Column('boolean') is_closed: boolean;
  @Column('jsonb') balances: StoredBalances;
  /** Number and holder, as JSON. */
  @Column('bytea') sealed: Buffer;
  /** The number to pay to, as JSON; null until the product was retrieved. */
  @Column('bytea', { nullable: true }) payment_number: Buffer | null;
  @Column('jsonb', { nullable: true }) card: object | null;
  @Column('timestamptz', { nullable: true }) card_updated_at: Date | null;
  @Column('integer', { default: 0 }) transaction_count: number;
  /** Place among the accounts as the bank sends them; null until it is known. */
  @Column('integer', { nullable: true }) bank_order: number | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export interface StoredAmount {
  readonly value: string;
  readonly currency: string;
  readonly raw?: string;
}

interface StoredBalances {
  readonly balance?: StoredAmount;
  readonly ledger?: StoredAmount;
  readonly statement?: StoredAmount;
}

@Entity('transactions')
@Index('transactions_by_time', [
  'customer_app_id',
  'login_identity_id',
  'occurred_at',
  'transaction_id',
])
@Index('transactions_by_account', [
  'customer_app_id',
  'login_identity_id',
  'account_id',
  'occurred_at',
  'transaction_id',
])
@Index('transactions_pending', ['customer_app_id', 'login_identity_id'], { where: '"is_pending"' })
export class TransactionEntity {
  @PrimaryColumn('text', key('transactions')) customer_app_id: string;
  @PrimaryColumn('text', key('transactions')) login_identity_id: string;
  @PrimaryColumn('text', key('transactions')) transaction_id: string;
  @Column('text') account_id: string;
  @Column('boolean') is_pending: boolean;
  @Column('date', { nullable: true }) posted_date: string | null;
  /** Orders the list; keeps its first value. */
  @Column('timestamptz') occurred_at: Date;
  @Column('numeric') amount: string;
  @Column('text') currency: string;
  @Column('numeric', { nullable: true }) running_balance: string | null;
  @Column('text', { nullable: true }) raw: string | null;
  @Column('text') description: string;
  @Column('text', { nullable: true }) location: string | null;
  @Column('text', { nullable: true }) reference: string | null;
  /** The run that saw it last. */
  @Column('text') retrieval_id: string;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

@Entity('account_balances')
export class AccountBalanceEntity {
  @PrimaryColumn('text', key('account_balances')) customer_app_id: string;
  @PrimaryColumn('text', key('account_balances')) login_identity_id: string;
  @PrimaryColumn('text', key('account_balances')) account_id: string;
  @PrimaryColumn('date', key('account_balances')) date: string;
  @Column('numeric') amount: string;
  @Column('text') currency: string;
}

@Entity('statements')
export class StatementEntity {
  @PrimaryColumn('text', key('statements')) customer_app_id: string;
  @PrimaryColumn('text', key('statements')) login_identity_id: string;
  @PrimaryColumn('text', key('statements')) statement_id: string;
  @Column('text') account_id: string;
  @Column('date') date: string;
  @Column('text') name: string;
  @Column('bytea') sealed_file: Buffer;
  @Column('timestamptz') created_at: Date;
}

/** A part of the file of all statements; kept until they change. */
@Entity('composite_statements')
export class CompositeStatementEntity {
  @PrimaryColumn('text', key('composite_statements')) customer_app_id: string;
  @PrimaryColumn('text', key('composite_statements')) login_identity_id: string;
  @PrimaryColumn('integer', key('composite_statements')) part: number;
  /** Of the whole file: its parts belong together. */
  @Column('text') composite_id: string;
  /** What the file was made of, in its order. */
  @Column('text', { array: true }) statement_ids: string[];
  /** Of the whole file. */
  @Column('integer') bytes: number;
  @Column('integer') parts: number;
  @Column('bytea') sealed: Buffer;
  @Column('timestamptz') created_at: Date;
}

@Entity('identities')
export class IdentityEntity {
  @PrimaryColumn('text', key('identities')) customer_app_id: string;
  @PrimaryColumn('text', key('identities')) login_identity_id: string;
  /** `RetrievedIdentity` as JSON. */
  @Column('bytea') sealed: Buffer;
  @Column('timestamptz') updated_at: Date;
}

export const retrievedDataEntities = [
  AccountEntity,
  TransactionEntity,
  AccountBalanceEntity,
  StatementEntity,
  CompositeStatementEntity,
  IdentityEntity,
] as const;
