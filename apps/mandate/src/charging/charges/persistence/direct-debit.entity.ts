import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { BankFailure, BankReason } from '../../../banks/direct-debit/ports.js';
import { MandateEntity } from '../../../mandates/mandates/mandate.entity.js';
import type { DirectDebitState } from '../domain/direct-debit.transitions.js';

const debitKey = () => ({ primaryKeyConstraintName: 'direct_debits_pkey' });

@Entity('direct_debits')
@ForeignKey(
  () => MandateEntity,
  ['customer_app_id', 'mandate_id'],
  ['customer_app_id', 'mandate_id'],
  { name: 'direct_debits_mandate_fkey' },
)
@Index('direct_debits_mandate', ['customer_app_id', 'mandate_id', 'created_at'])
@Index('direct_debits_updated_at', ['customer_app_id', 'updated_at'])
export class DirectDebitEntity {
  @PrimaryColumn('text', debitKey()) customer_app_id: string;
  @PrimaryColumn('text', debitKey()) payment_id: string;
  @Column('text') mandate_id: string;
  @Column('text') integration_id: string;
  @Column('text') status: DirectDebitState;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  /** First day of the period whose limit it uses. */
  @Column('date', { nullable: true }) period_start: string | null;
  @Column('boolean') reserved: boolean;
  @Column('jsonb', { nullable: true }) failure: BankFailure | null;
  /** The reason in the bank's words: never shown. */
  @Column('jsonb', { nullable: true }) bank_reason: BankReason | null;
  @Column('text', { nullable: true }) bank_transaction_reference: string | null;
  @Column('jsonb', { nullable: true }) processor_details: object | null;
  @Column('bigint') sequence: number;
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('integer') follow_ups_asked: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'direct_debit_state_changes_pkey' });

@Entity('direct_debit_state_changes')
@ForeignKey(
  () => DirectDebitEntity,
  ['customer_app_id', 'payment_id'],
  ['customer_app_id', 'payment_id'],
  { name: 'direct_debit_state_changes_debit_fkey' },
)
export class DirectDebitStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) payment_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}

const usageKey = () => ({ primaryKeyConstraintName: 'mandate_usage_pkey' });

/** Charged amounts of each calendar period of a mandate; the mandate has the limits. */
@Entity('mandate_usage')
@ForeignKey(
  () => MandateEntity,
  ['customer_app_id', 'mandate_id'],
  ['customer_app_id', 'mandate_id'],
  { name: 'mandate_usage_mandate_fkey', onDelete: 'CASCADE' },
)
export class MandateUsageEntity {
  @PrimaryColumn('text', usageKey()) customer_app_id: string;
  @PrimaryColumn('text', usageKey()) mandate_id: string;
  @PrimaryColumn('date', usageKey()) period_start: string;
  /** Minor units. */
  @Column('bigint') used_amount: number;
  @Column('bigint') used_count: number;
  @Column('bigint', { nullable: true }) max_amount: number | null;
  @Column('bigint', { nullable: true }) max_count: number | null;
}
