import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { PayoutFailure, PayoutTerms } from '../payout.js';
import type { PayoutState } from '../payout.transitions.js';

const PAYOUT_KEY = { primaryKeyConstraintName: 'payouts_pkey' };

@Entity('payouts')
@Index('payouts_created_at', ['created_at'], { type: 'brin' })
@Index('payouts_newest', ['customer_app_id', 'created_at', 'payout_id'])
@Index('payouts_updated_at', ['customer_app_id', 'updated_at'])
@Index('payouts_user', ['customer_app_id', 'user_id', 'created_at'])
export class PayoutEntity {
  @PrimaryColumn('text', PAYOUT_KEY) customer_app_id: string;
  @PrimaryColumn('text', PAYOUT_KEY) payout_id: string;
  @Column('text') type: PayoutTerms['type'];
  @Column('text') status: PayoutState;
  @Column('bigint') amount: number;
  @Column('bigint', { default: 0 }) fee_amount: number;
  @Column('text') currency: string;
  @Column('boolean') live: boolean;
  @Column('text') sender_account_id: string;
  @Column('text') recipient_account_id: string;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  @Column('text') integration_id: string;
  @Column('text', { nullable: true }) mandate_id: string | null;
  @Column('date', { nullable: true }) scheduled_date: string | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { nullable: true }) external_transaction_reference: string | null;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('jsonb', { nullable: true }) failure: PayoutFailure | null;
  @Column('text', { nullable: true }) funding_payment_id: string | null;
  @Column('text', { nullable: true }) processor_reference: string | null;
  @Column('text', { nullable: true }) bank_transaction_reference: string | null;
  @Column('timestamptz', { nullable: true }) submitted_at: Date | null;
  @Column('timestamptz', { nullable: true }) executed_at: Date | null;
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  @Column('integer') questions_asked: number;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'payout_state_changes_pkey' });

@Entity('payout_state_changes')
@ForeignKey(
  () => PayoutEntity,
  ['customer_app_id', 'payout_id'],
  ['customer_app_id', 'payout_id'],
  { name: 'payout_state_changes_payout_fkey' },
)
export class PayoutStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) payout_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
