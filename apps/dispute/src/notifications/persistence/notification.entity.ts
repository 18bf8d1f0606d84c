import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'processor_notifications_pkey' };

/** The processor's message, until it is settled and for the retention of the books. */
@Entity('processor_notifications')
@Index('processor_notifications_settled', ['settled_at'], { type: 'brin' })
export class NotificationEntity {
  @PrimaryColumn('text', KEY) customer_app_id: string;
  @PrimaryColumn('text', KEY) integration_id: string;
  /** The processor's ID of the notification. */
  @PrimaryColumn('text', KEY) event_id: string;
  /** The dispute at the processor; null when the body could not be read. */
  @Column('text', { nullable: true }) processor_reference: string | null;
  @Column('bytea') sealed_body: Buffer;
  @Column('timestamptz') received_at: Date;
  @Column('integer') tries: number;
  /** Real time; null once it is settled, or while only a person can help. */
  @Column('timestamptz', { nullable: true }) try_at: Date | null;
  /** Why it could not be settled so far. */
  @Column('text', { nullable: true }) waits_for: string | null;
  @Column('text', { nullable: true }) outcome: string | null;
  @Column('timestamptz', { nullable: true }) settled_at: Date | null;
}
