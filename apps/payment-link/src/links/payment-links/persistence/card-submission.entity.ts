import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'card_submissions_pkey' };

/**
 * Keyed hashes of the addresses that submitted cards recently; the address itself is not stored.
 */
@Entity('card_submissions')
@Index('card_submissions_address', ['address_hash', 'submitted_at'])
@Index('card_submissions_submitted_at', ['submitted_at'])
export class CardSubmissionEntity {
  @PrimaryColumn('text', KEY) customer_app_id: string;
  @PrimaryColumn('text', { ...KEY }) attempt_id: string;
  @Column('text') address_hash: string;
  @Column('timestamptz') submitted_at: Date;
}
