import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { WebhookEndpointEntity } from './webhook-endpoint.entity.js';

const RECOVERY_KEY = { primaryKeyConstraintName: 'webhook_recoveries_pkey' };
const ENDPOINT = ['customer_app_id', 'webhook_endpoint_id'] as const;

@Entity('webhook_recoveries')
@ForeignKey(() => WebhookEndpointEntity, ENDPOINT, ENDPOINT, {
  name: 'webhook_recoveries_endpoint_fkey',
  onDelete: 'CASCADE',
})
export class WebhookRecoveryEntity {
  @PrimaryColumn('text', RECOVERY_KEY) customer_app_id: string;
  @PrimaryColumn('text', RECOVERY_KEY) webhook_endpoint_id: string;
  @Column('timestamptz') since: Date;
  /** The last event that was looked at. */
  @Column('text', { default: '' }) position: string;
  @Column('integer', { default: 0 }) recovered_events: number;
  @Column('timestamptz') started_at: Date;
  @Column('timestamptz', { nullable: true }) finished_at: Date | null;
}
