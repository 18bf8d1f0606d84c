import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

const resourceKey = () => ({ primaryKeyConstraintName: 'webhook_resources_pkey' });

@Entity('webhook_resources')
@Index('webhook_resources_updated_at', ['updated_at'], { type: 'brin' })
export class WebhookResourceEntity {
  @PrimaryColumn('text', resourceKey()) customer_app_id: string;
  @PrimaryColumn('text', resourceKey()) resource_kind: string;
  @PrimaryColumn('text', resourceKey()) resource_id: string;
  /** Counts the public events of the resource. */
  @Column('bigint') last_sequence: number;
  @Column('timestamptz') updated_at: Date;
}

const messageKey = () => ({ primaryKeyConstraintName: 'webhook_messages_pkey' });

@Entity('webhook_messages')
@Unique('webhook_messages_sequence_key', [
  'customer_app_id',
  'resource_id',
  'resource_kind',
  'sequence',
])
@Index('webhook_messages_feed', ['customer_app_id', 'recorded_in', 'event_id'])
@Index('webhook_messages_created_at', ['created_at'], { type: 'brin' })
export class WebhookMessageEntity {
  @PrimaryColumn('text', messageKey()) customer_app_id: string;
  /** ID of the Kafka event; made here for events of this service. */
  @PrimaryColumn('text', messageKey()) event_id: string;
  @Column('text') event_type: string;
  @Column('text') resource_kind: string;
  @Column('text') resource_id: string;
  @Column('bigint') sequence: number;
  /** On the customer app's clock. */
  @Column('timestamptz') event_time: Date;
  /** Exactly the bytes that are sent and signed. */
  @Column('bytea') body: Buffer;
  @Column('text') request_id: string;
  @Column('text', { nullable: true }) traceparent: string | null;
  @Column('bigint', { default: () => '((pg_current_xact_id()))' })
  recorded_in: number;
  @Column('timestamptz') created_at: Date;
}
