import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type {
  RefundedCharge,
  RefundFailure,
  RefundSnapshot,
  RefundTerms,
} from '../domain/refund.js';
import type { RefundState } from '../domain/refund.transitions.js';

const REFUND_KEY = { primaryKeyConstraintName: 'refunds_pkey' };

@Entity('refunds')
@Index('refunds_payment', ['customer_app_id', 'payment_id'])
@Index('refunds_updated_at', ['customer_app_id', 'updated_at'])
export class RefundEntity {
  @PrimaryColumn('text', REFUND_KEY) customer_app_id: string;
  @PrimaryColumn('text', REFUND_KEY) refund_id: string;
  @Column('text') payment_id: string;
  @Column('text', { nullable: true }) attempt_id: string | null;
  @Column('text') kind: RefundSnapshot['kind'];
  /** For a requested refund: the charge that it returns. */
  @Column('jsonb', { nullable: true }) charge: RefundedCharge | null;
  /** The payout that sends it back. */
  @Column('text', { nullable: true }) payout_id: string | null;
  @Column('jsonb', { nullable: true }) failure: RefundFailure | null;
  /** When to send it to the gateway again. */
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('integer', { default: 0 }) follow_ups_asked: number;
  @Column('text') status: RefundState;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text') reason: string;
  /** Data of the payment for the refund's events, so that no other slice is read. */
  @Column('jsonb') facts: Pick<
    RefundTerms,
    'paymentLinkId' | 'userId' | 'externalUserId' | 'recipientAccountId' | 'metadata'
  >;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'refund_state_changes_pkey' });

@Entity('refund_state_changes')
@ForeignKey(
  () => RefundEntity,
  ['customer_app_id', 'refund_id'],
  ['customer_app_id', 'refund_id'],
  { name: 'refund_state_changes_refund_fkey' },
)
export class RefundStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) refund_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
