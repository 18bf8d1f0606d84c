import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

const endpointKey = () => ({ primaryKeyConstraintName: 'webhook_endpoints_pkey' });

@Entity('webhook_endpoints')
@Unique('webhook_endpoints_id_key', ['webhook_endpoint_id'])
export class WebhookEndpointEntity {
  @PrimaryColumn('text', endpointKey()) customer_app_id: string;
  @PrimaryColumn('text', endpointKey()) webhook_endpoint_id: string;
  @Column('text') url: string;
  @Column('text', { array: true }) event_types: string[];
  @Column('text', { nullable: true }) description: string | null;
  @Column('boolean') enabled: boolean;
  @Column('text', { nullable: true }) disabled_reason: string | null;
  /** Secrets and headers; none once the endpoint is deleted. */
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('integer', { nullable: true }) rate_limit_per_second: number | null;
  @Column('text', { array: true }) signature_kinds: string[];
  @Column('timestamptz') enabled_at: Date;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  @Column('timestamptz', { nullable: true }) deleted_at: Date | null;
  /** When the first of its held events is deleted, once that is near. */
  @Column('timestamptz', { nullable: true }) held_events_expire_at: Date | null;
  @Column('timestamptz', { nullable: true }) expiry_told_at: Date | null;
}

const healthKey = () => ({ primaryKeyConstraintName: 'webhook_endpoint_health_pkey' });
const ENDPOINT = ['customer_app_id', 'webhook_endpoint_id'] as const;

@Entity('webhook_endpoint_health')
@Unique('webhook_endpoint_health_id_key', ['webhook_endpoint_id'])
@ForeignKey(() => WebhookEndpointEntity, ENDPOINT, ENDPOINT, {
  name: 'webhook_endpoint_health_endpoint_fkey',
  onDelete: 'CASCADE',
})
export class WebhookEndpointHealthEntity {
  @PrimaryColumn('text', healthKey()) customer_app_id: string;
  @PrimaryColumn('text', healthKey()) webhook_endpoint_id: string;
  @Column('timestamptz', { nullable: true }) failing_since: Date | null;
  @Column('integer', { default: 0 }) consecutive_failures: number;
  @Column('timestamptz', { nullable: true }) paused_until: Date | null;
  @Column('timestamptz', { nullable: true }) rate_used_until: Date | null;
}
