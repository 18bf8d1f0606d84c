import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { CardState } from '../domain/card.transitions.js';
import type { CardFailure } from '../domain/stored-card.js';

const METHOD_KEY = { primaryKeyConstraintName: 'payment_methods_pkey' };

@Entity('payment_methods')
@Index('payment_methods_created_at', ['created_at'], { type: 'brin' })
@Index('payment_methods_link', ['customer_app_id', 'payment_link_id'])
@Index('payment_methods_user', ['customer_app_id', 'user_id', 'created_at', 'payment_method_id'])
export class PaymentMethodEntity {
  @PrimaryColumn('text', METHOD_KEY) customer_app_id: string;
  @PrimaryColumn('text', METHOD_KEY) payment_method_id: string;
  @Column('text') payment_method_type: 'CARD' | 'MANDATE';
  @Column('text') status: CardState;
  @Column('boolean') live: boolean;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  @Column('text') recipient_account_id: string;
  @Column('text', { nullable: true }) payment_link_id: string | null;
  @Column('text', { nullable: true }) attempt_id: string | null;
  @Column('text', { nullable: true }) recurring_payment_mode: string | null;
  @Column('text', { nullable: true }) future_payments: 'AUTOPAY' | 'CLICK_TO_PAY' | null;
  @Column('jsonb', { nullable: true }) card_details: object | null;
  @Column('jsonb', { nullable: true }) integration_metadata: object | null;
  @Column('jsonb', { nullable: true }) failure: CardFailure | null;
  /** Data of the payer's browser, encrypted; emptied when the payer is erased. */
  @Column('bytea', { nullable: true }) risk_data_sealed: Buffer | null;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'payment_method_state_changes_pkey' });

@Entity('payment_method_state_changes')
@ForeignKey(
  () => PaymentMethodEntity,
  ['customer_app_id', 'payment_method_id'],
  ['customer_app_id', 'payment_method_id'],
  { name: 'payment_method_state_changes_method_fkey' },
)
export class PaymentMethodStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) payment_method_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
