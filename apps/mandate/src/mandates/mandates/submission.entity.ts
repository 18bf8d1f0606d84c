import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { MandateFailure } from './mandate.js';
import type { BankReason } from './submission.js';
import { MandateEntity } from './mandate.entity.js';

const SUBMISSION_KEY = { primaryKeyConstraintName: 'mandate_submissions_pkey' };

@Entity('mandate_submissions')
@Index('mandate_submissions_reference', ['customer_app_id', 'integration_id', 'reference'], {
  unique: true,
})
@ForeignKey(
  () => MandateEntity,
  ['customer_app_id', 'mandate_id'],
  ['customer_app_id', 'mandate_id'],
  { name: 'mandate_submissions_mandate_fkey' },
)
export class MandateSubmissionEntity {
  @PrimaryColumn('text', SUBMISSION_KEY) customer_app_id: string;
  @PrimaryColumn('text', SUBMISSION_KEY) mandate_id: string;
  /** The bank's and our name of the mandate. */
  @Column('text') reference: string;
  @Column('text', { nullable: true }) integration_id: string | null;
  @Column('jsonb', { nullable: true }) integration_metadata: object | null;
  /** The reason of a refusal or end in the bank's words: never shown. */
  @Column('jsonb', { nullable: true }) bank_reason: BankReason | null;
  /** The reason why it must not become active, whatever the bank decides. */
  @Column('jsonb', { nullable: true }) recall: MandateFailure | null;
  @Column('timestamptz', { nullable: true }) sent_at: Date | null;
  @Column('timestamptz', { nullable: true }) follow_up_at: Date | null;
  @Column('integer') follow_ups_asked: number;
  @Column('timestamptz') created_at: Date;
}
