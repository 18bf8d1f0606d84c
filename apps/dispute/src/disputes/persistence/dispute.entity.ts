import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DisputeReport } from '../dispute-report.js';
import type { DisputeState } from '../dispute.transitions.js';

const DISPUTE_KEY = { primaryKeyConstraintName: 'disputes_pkey' };

/** `Date` as ISO text: the deadline of a report in JSON. */
export type StoredReport = Omit<DisputeReport, 'defensePeriodDeadline'> & {
  readonly defensePeriodDeadline: string | null;
};

@Entity('disputes')
@Index(
  'disputes_processor_reference',
  ['customer_app_id', 'integration_id', 'processor_reference'],
  { unique: true },
)
@Index('disputes_newest', ['customer_app_id', 'created_at', 'dispute_id'])
@Index('disputes_status', ['customer_app_id', 'status', 'created_at', 'dispute_id'])
@Index('disputes_user', ['customer_app_id', 'user_id'])
@Index('disputes_updated_at', ['customer_app_id', 'updated_at', 'status'])
export class DisputeEntity {
  @PrimaryColumn('text', DISPUTE_KEY) customer_app_id: string;
  @PrimaryColumn('text', DISPUTE_KEY) dispute_id: string;
  @Column('text') integration_id: string;
  /** The processor's ID of the dispute. */
  @Column('text') processor_reference: string;
  @Column('text') payment_id: string;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  @Column('text', { nullable: true }) payment_reference: string | null;
  @Column('text') status: DisputeState;
  @Column('jsonb') report: StoredReport;
  @Column('integer', { nullable: true }) reminded_days: number | null;
  /** The next reminder or the deadline, on the app's clock; null when neither is ahead. */
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  @Column('bigint') sequence: number;
  @Column('bigint') position: number;
  /**
   * Counts answers and evidence. A decision based on them is written only if the count is
   * unchanged.
   */
  @Column('bigint', { default: 0 }) answers_version: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'dispute_state_changes_pkey' });

@Entity('dispute_state_changes')
@ForeignKey(
  () => DisputeEntity,
  ['customer_app_id', 'dispute_id'],
  ['customer_app_id', 'dispute_id'],
  { name: 'dispute_state_changes_dispute_fkey' },
)
export class DisputeStateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) dispute_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
  @Column('text', { nullable: true }) from_status: string | null;
  @Column('text') command: string;
  @Column('text') to_status: string;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('timestamptz') occurred_at: Date;
}
