import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { PaymentFailure, PaymentTerms } from '../domain/payment.js';
import type { PaymentState } from '../domain/payment.transitions.js';

const PAYMENT_KEY = { primaryKeyConstraintName: 'payments_pkey' };

@Entity('payments')
@Index('payments_created_at', ['created_at'], { type: 'brin' })
@Index('payments_newest', ['customer_app_id', 'created_at', 'payment_id'])
@Index('payments_link', ['customer_app_id', 'payment_link_id', 'created_at'])
@Index('payments_status', ['customer_app_id', 'status', 'created_at', 'payment_id'])
@Index('payments_type', ['customer_app_id', 'type', 'created_at', 'payment_id'])
@Index('payments_currency', ['customer_app_id', 'currency', 'created_at', 'payment_id'])
@Index('payments_sender_type', ['customer_app_id', 'sender_type', 'created_at', 'payment_id'])
@Index('payments_institution', ['customer_app_id', 'institution_id', 'created_at', 'payment_id'], {
  where: 'institution_id IS NOT NULL',
})
@Index('payments_updated_at', [
  'customer_app_id',
  'updated_at',
  'status',
  'type',
  'currency',
  'sender_type',
  'user_id',
  'mandate_id',
  'institution_id',
])
@Index('payments_reference', ['customer_app_id', 'user_id', 'external_transaction_reference'], {
  where: 'external_transaction_reference IS NOT NULL',
})
@Index('payments_user', ['customer_app_id', 'user_id', 'created_at'])
export class PaymentEntity {
  @PrimaryColumn('text', PAYMENT_KEY) customer_app_id: string;
  @PrimaryColumn('text', PAYMENT_KEY) payment_id: string;
  @Column('text') type: PaymentTerms['type'];
  @Column('text') status: PaymentState;
  @Column('boolean') live: boolean;
  @Column('bigint') amount: number;
  @Column('bigint') surcharge_amount: number;
  @Column('bigint', { default: 0 }) fee_amount: number;
  @Column('text') currency: string;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  @Column('text') sender_type: PaymentTerms['senderType'];
  @Column('text') recipient_account_id: string;
  @Column('text', { nullable: true }) payment_link_id: string | null;
  @Column('text', { nullable: true }) attempt_id: string | null;
  @Column('text', { nullable: true }) payment_method_id: string | null;
  @Column('text', { nullable: true }) mandate_id: string | null;
  /** The payer's bank, of a payment by direct debit. */
  @Column('text', { nullable: true }) institution_id: string | null;
  @Column('text', { nullable: true }) sender_account_id: string | null;
  @Column('text', { nullable: true }) dda_reference: string | null;
  @Column('text', { nullable: true }) bank_transaction_reference: string | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text', { nullable: true }) external_transaction_reference: string | null;
  @Column('text', { nullable: true }) transaction_reference_id: string | null;
  @Column('text', { nullable: true }) recurring_payment_mode: string | null;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('jsonb', { nullable: true }) failure: PaymentFailure | null;
  @Column('jsonb', { nullable: true }) processor_details: object | null;
  @Column('jsonb', { nullable: true }) card_details: object | null;
  @Column('jsonb', { nullable: true }) wallet_details: object | null;
  /** Minor units that the bank took back. */
  @Column('bigint', { nullable: true }) amount_returned: number | null;
  @Column('timestamptz', { nullable: true }) returned_at: Date | null;
  @Column('text', { nullable: true }) return_reason: string | null;
  /** Sum of the customer app's refunds that did not fail, minor units. */
  @Column('bigint', { default: 0 }) refunds_total: number;
  /** Minor units that disputes hold or have taken. */
  @Column('bigint', { default: 0 }) disputed_total: number;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'payment_state_changes_pkey' });

@Entity('payment_state_changes')
@ForeignKey(
  () => PaymentEntity,
  ['customer_app_id', 'payment_id'],
  ['customer_app_id', 'payment_id'],
  { name: 'payment_state_changes_payment_fkey' },
)
export class PaymentStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) payment_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
