import type { EvidenceMediaType } from '@towpath/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DisputeEntity } from '../../disputes/persistence/dispute.entity.js';

const evidenceKey = () => ({ primaryKeyConstraintName: 'dispute_evidence_pkey' });

/** A file that defends a dispute; emptied when the person behind the payment is erased. */
@Entity('dispute_evidence')
@ForeignKey(
  () => DisputeEntity,
  ['customer_app_id', 'dispute_id'],
  ['customer_app_id', 'dispute_id'],
  { name: 'dispute_evidence_dispute_fkey', onDelete: 'CASCADE' },
)
@Index('dispute_evidence_once', ['customer_app_id', 'dispute_id', 'round', 'digest'], {
  unique: true,
})
@Index('dispute_evidence_user', ['customer_app_id', 'user_id'])
@Index('dispute_evidence_stored', ['stored_at'], { type: 'brin' })
export class DisputeEvidenceEntity {
  @PrimaryColumn('text', evidenceKey()) customer_app_id: string;
  @PrimaryColumn('text', evidenceKey()) evidence_id: string;
  @Column('text') dispute_id: string;
  @Column('integer') round: number;
  @Column('text') user_id: string;
  /** SHA-256 of the content in hex. */
  @Column('text') digest: string;
  @Column('text') media_type: EvidenceMediaType;
  @Column('bigint') size_bytes: number;
  @Column('bytea', { nullable: true }) sealed_name: Buffer | null;
  @Column('bytea', { nullable: true }) sealed_content: Buffer | null;
  /** The app's clock. */
  @Column('timestamptz') added_at: Date;
  /** Real time. */
  @Column('timestamptz') stored_at: Date;
}
