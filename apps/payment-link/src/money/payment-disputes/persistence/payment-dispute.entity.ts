import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { DisputeHoldState } from '../domain/dispute-hold.transitions.js';

const KEY = { primaryKeyConstraintName: 'payment_disputes_pkey' };

@Entity('payment_disputes')
@Index('payment_disputes_payment', ['customer_app_id', 'payment_id'])
export class PaymentDisputeEntity {
  @PrimaryColumn('text', KEY) customer_app_id: string;
  @PrimaryColumn('text', KEY) dispute_id: string;
  @Column('text') payment_id: string;
  @Column('text') recipient_account_id: string;
  /** Currency of the payment. */
  @Column('text') currency: string;
  @Column('text') status: DisputeHoldState;
  /** The disputed amount in minor units; less is held if less of the payment was left. */
  @Column('bigint', { default: 0 }) asked: number;
  /** Minor units that are held, or were settled. */
  @Column('bigint') amount: number;
  @Column('bigint') fee: number;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'payment_dispute_state_changes_pkey' });

@Entity('payment_dispute_state_changes')
@ForeignKey(
  () => PaymentDisputeEntity,
  ['customer_app_id', 'dispute_id'],
  ['customer_app_id', 'dispute_id'],
  { name: 'payment_dispute_state_changes_dispute_fkey' },
)
export class PaymentDisputeStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) dispute_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
