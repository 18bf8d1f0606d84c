import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { LimitPeriod, MandateFailure, PaymentSchedule } from './mandate.js';
import type { MandateState } from './mandate.transitions.js';

const MANDATE_KEY = { primaryKeyConstraintName: 'mandates_pkey' };

@Entity('mandates')
@Unique('mandates_payment_method_key', ['customer_app_id', 'payment_method_id'])
@Index('mandates_created_at', ['created_at'], { type: 'brin' })
@Index('mandates_newest', ['customer_app_id', 'created_at', 'mandate_id'])
@Index('mandates_status', ['customer_app_id', 'status', 'created_at', 'mandate_id'])
@Index('mandates_sender_type', ['customer_app_id', 'sender_type', 'created_at', 'mandate_id'])
@Index('mandates_institution', ['customer_app_id', 'institution_id', 'created_at', 'mandate_id'])
@Index('mandates_updated_at', [
  'customer_app_id',
  'updated_at',
  'status',
  'sender_type',
  'user_id',
  'institution_id',
])
@Index('mandates_user', ['customer_app_id', 'user_id', 'created_at'])
export class MandateEntity {
  @PrimaryColumn('text', MANDATE_KEY) customer_app_id: string;
  @PrimaryColumn('text', MANDATE_KEY) mandate_id: string;
  @Column('text') payment_method_id: string;
  @Column('text') status: MandateState;
  @Column('boolean') live: boolean;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  @Column('text') sender_type: 'INDIVIDUAL' | 'BUSINESS';
  @Column('text') recipient_account_id: string;
  @Column('text', { nullable: true }) sender_account_id: string | null;
  @Column('text', { nullable: true }) institution_id: string | null;
  @Column('text', { nullable: true }) payment_link_id: string | null;
  @Column('text') currency: string;
  /** `YYYY-MM-DD`, UTC: first and last day of payments. */
  @Column('date') start_date: string;
  @Column('date', { nullable: true }) end_date: string | null;
  /** Minor units. */
  @Column('bigint', { nullable: true }) max_transaction_amount: number | null;
  @Column('bigint', { nullable: true }) max_period_amount: number | null;
  @Column('bigint', { nullable: true }) max_period_count: number | null;
  @Column('text', { nullable: true }) period: LimitPeriod | null;
  /** The payer's own limit of one charge, minor units; enforced by the bank. */
  @Column('bigint', { nullable: true }) payer_max_amount: number | null;
  @Column('jsonb', { nullable: true }) payment_schedule: PaymentSchedule | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { nullable: true }) dda_reference: string | null;
  @Column('text', { nullable: true }) mandate_bank_reference: string | null;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('jsonb', { nullable: true }) failure: MandateFailure | null;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'mandate_state_changes_pkey' });

@Entity('mandate_state_changes')
@ForeignKey(
  () => MandateEntity,
  ['customer_app_id', 'mandate_id'],
  ['customer_app_id', 'mandate_id'],
  { name: 'mandate_state_changes_mandate_fkey' },
)
export class MandateStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) mandate_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
