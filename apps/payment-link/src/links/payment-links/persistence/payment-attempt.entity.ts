import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { AttemptFailure, SubmittedCard } from '../domain/payment-attempt.js';
import type { AttemptState } from '../domain/payment-attempt.transitions.js';
import { PaymentLinkEntity } from './payment-link.entity.js';

const ATTEMPT_KEY = { primaryKeyConstraintName: 'payment_attempts_pkey' };

@Entity('payment_attempts')
@Unique('payment_attempts_ordinal_key', ['customer_app_id', 'payment_link_id', 'ordinal'])
@ForeignKey(
  () => PaymentLinkEntity,
  ['customer_app_id', 'payment_link_id'],
  ['customer_app_id', 'payment_link_id'],
  { name: 'payment_attempts_link_fkey' },
)
export class PaymentAttemptEntity {
  @PrimaryColumn('text', ATTEMPT_KEY) customer_app_id: string;
  @PrimaryColumn('text', ATTEMPT_KEY) attempt_id: string;
  @Column('text') payment_link_id: string;
  @Column('integer') ordinal: number;
  @Column('text') status: AttemptState;
  @Column('text') payment_method_type: 'CARD' | 'WALLET' | 'MANDATE' | 'MANUAL';
  @Column('text') recipient_account_id: string;
  @Column('text') integration_id: string;
  @Column('text', { nullable: true }) payment_id: string | null;
  @Column('bigint', { default: 0 }) surcharge_amount: number;
  @Column('text', { nullable: true }) payment_method_id: string | null;
  @Column('text', { nullable: true }) saved_payment_method_id: string | null;
  @Column('text', { nullable: true }) mandate_id: string | null;
  /** Brand, last digits and expiry; the one-time token is apart and encrypted. */
  @Column('jsonb', { nullable: true }) card: Omit<SubmittedCard, 'token'> | null;
  @Column('bytea', { nullable: true }) card_token_sealed: Buffer | null;
  @Column('text', { nullable: true }) redirect_url: string | null;
  @Column('jsonb', { nullable: true }) failure: AttemptFailure | null;
  @Column('timestamptz', { nullable: true }) submitted_at: Date | null;
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('integer') follow_ups_asked: number;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'payment_attempt_state_changes_pkey' });

@Entity('payment_attempt_state_changes')
@ForeignKey(
  () => PaymentAttemptEntity,
  ['customer_app_id', 'attempt_id'],
  ['customer_app_id', 'attempt_id'],
  { name: 'payment_attempt_state_changes_attempt_fkey' },
)
export class PaymentAttemptStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) attempt_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
