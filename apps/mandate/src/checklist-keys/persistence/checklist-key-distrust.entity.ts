import { Column, Entity, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'checklist_key_distrusts_pkey' };

/** Who ended a key that payers encrypted to, and when. Never changed; it belongs to no app. */
@Entity('checklist_key_distrusts')
export class ChecklistKeyDistrustEntity {
  @PrimaryColumn('text', KEY) key_id: string;
  @Column('text') actor: string;
  @Column('text', { nullable: true }) reason: string | null;
  /** Real time. */
  @Column('timestamptz') distrusted_at: Date;
}
