import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { DisputeEntity } from '../../disputes/persistence/dispute.entity.js';
import type { AnswerKind, AnswerOutcome } from '../../disputes/answer.js';

const answerKey = () => ({ primaryKeyConstraintName: 'dispute_answers_pkey' });

/** The merchant's answer to the processor, stored before the call to the processor. */
@Entity('dispute_answers')
@ForeignKey(
  () => DisputeEntity,
  ['customer_app_id', 'dispute_id'],
  ['customer_app_id', 'dispute_id'],
  { name: 'dispute_answers_dispute_fkey' },
)
export class DisputeAnswerEntity {
  @PrimaryColumn('text', answerKey()) customer_app_id: string;
  @PrimaryColumn('text', answerKey()) dispute_id: string;
  @PrimaryColumn('bigint', answerKey()) number: number;
  @Column('text') kind: AnswerKind;
  @Column('text', { nullable: true }) evidence_digest: string | null;
  /** Files that were sent, some of which may be gone by now. */
  @Column('text', { array: true, default: '{}' }) evidence_ids: string[];
  @Column('integer') asks: number;
  /** On the app's clock; null once it is settled. */
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('timestamptz') answered_at: Date;
  @Column('text', { nullable: true }) outcome: AnswerOutcome | null;
  /** Real time. */
  @Column('timestamptz', { nullable: true }) settled_at: Date | null;
}
