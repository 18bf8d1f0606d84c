import { Column, Entity, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'left_drafts_pkey' };

/** A mandate that a payment link gave up before its request for it arrived. */
@Entity('left_drafts')
export class LeftDraftEntity {
  @PrimaryColumn('text', KEY) customer_app_id: string;
  @PrimaryColumn('text', KEY) mandate_id: string;
  @Column('timestamptz') left_at: Date;
}
