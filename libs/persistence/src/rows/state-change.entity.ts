import { Column } from 'typeorm';

/** Columns of every history table; the table adds the ID of its aggregate to the key. */
export abstract class StateChangeEntity {
  @Column('text', { nullable: true }) from_status: string | null;
  @Column('text') command: string;
  @Column('text') to_status: string;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('timestamptz') occurred_at: Date;
}
