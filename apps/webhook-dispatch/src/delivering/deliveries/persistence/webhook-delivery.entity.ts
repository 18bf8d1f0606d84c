import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { WebhookMessageEntity } from '../../../recording/events/persistence/webhook-message.entity.js';

const deliveryKey = () => ({ primaryKeyConstraintName: 'webhook_deliveries_pkey' });
const MESSAGE = ['customer_app_id', 'event_id'] as const;
const DELIVERY = ['customer_app_id', 'event_id', 'webhook_endpoint_id'] as const;

@Entity('webhook_deliveries')
@ForeignKey(() => WebhookMessageEntity, MESSAGE, MESSAGE, {
  name: 'webhook_deliveries_message_fkey',
  onDelete: 'CASCADE',
})
export class WebhookDeliveryEntity {
  @PrimaryColumn('text', deliveryKey()) customer_app_id: string;
  @PrimaryColumn('text', deliveryKey()) event_id: string;
  @PrimaryColumn('text', deliveryKey()) webhook_endpoint_id: string;
  @Column('text') resource_id: string;
  @Column('bigint') sequence: number;
  @Column('text') status: string;
  @Column('integer', { default: 0 }) attempts: number;
  /** Position in the retry schedule. */
  @Column('integer', { default: 0 }) retry_step: number;
  /** Since when it is retried: the end of the schedule counts from here. */
  @Column('timestamptz', { nullable: true }) retry_from: Date | null;
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  /** The claim that sends it now; void once `due_at` has passed. */
  @Column('text', { nullable: true }) claimed_by: string | null;
  @Column('timestamptz', { nullable: true }) last_attempt_at: Date | null;
  @Column('integer', { nullable: true }) last_status_code: number | null;
  @Column('timestamptz') created_at: Date;
}

const attemptKey = () => ({ primaryKeyConstraintName: 'webhook_attempts_pkey' });

@Entity('webhook_attempts')
@ForeignKey(() => WebhookDeliveryEntity, DELIVERY, DELIVERY, {
  name: 'webhook_attempts_delivery_fkey',
  onDelete: 'CASCADE',
})
export class WebhookAttemptEntity {
  @PrimaryColumn('text', attemptKey()) customer_app_id: string;
  @PrimaryColumn('text', attemptKey()) event_id: string;
  @PrimaryColumn('text', attemptKey()) webhook_endpoint_id: string;
  @PrimaryColumn('integer', attemptKey()) attempt_number: number;
  @Column('text') attempt_id: string;
  @Column('text') outcome: string;
  @Column('timestamptz') started_at: Date;
  @Column('integer') duration_ms: number;
  @Column('integer', { nullable: true }) status_code: number | null;
  /** First 4 KB. */
  @Column('text', { nullable: true }) response_body: string | null;
  @Column('text', { nullable: true }) error: string | null;
}
