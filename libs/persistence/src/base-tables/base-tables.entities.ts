import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

// Rows of the base tables, for the drift check. CHECKs, partial indexes and policies have no
// TypeORM form worth repeating; the schema dump shows them.

/** TypeORM changes the options object that it is given, so each column needs one of its own. */
const inKey = (name: string) => ({ primaryKeyConstraintName: name });

@Entity('customer_app_views')
export class CustomerAppViewEntity {
  @PrimaryColumn('text', inKey('customer_app_views_pkey'))
  customer_app_id: string;
  @Column('text') name: string;
  @Column('text') app_type: string;
  @Column('text') status: string;
  @Column('integer') credential_generation: number;
  @Column('bigint', { default: 0 }) clock_offset_ms: number;
  @Column('timestamptz', { nullable: true }) clock_frozen_at: Date | null;
  @Column('bigint', { default: 0 }) clock_sequence: number;
  @Column('jsonb', { default: {} }) settings: Record<string, unknown>;
  @Column('bigint') sequence: number;
  @Column('timestamptz', { default: () => 'now()' }) updated_at: Date;
}

@Entity('outbox')
@Unique('outbox_sequence_key', ['topic', 'message_key', 'sequence'])
@Index('outbox_published_at', ['published_at'], { type: 'brin' })
export class OutboxEntity {
  @PrimaryColumn('bigint', {
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'outbox_pkey',
  })
  position: number;
  @Column('text') event_id: string;
  @Column('text') customer_app_id: string;
  @Column('text') topic: string;
  @Column('text') message_key: string;
  @Column('text') event_name: string;
  @Column('integer') event_version: number;
  @Column('bigint') sequence: number;
  @Column('jsonb') payload: Record<string, unknown>;
  @Column('text', { nullable: true }) traceparent: string | null;
  @Column('text', { nullable: true }) request_id: string | null;
  @Column('timestamptz') occurred_at: Date;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) published_at: Date | null;
}

@Entity('inbox')
@Index('inbox_received_at', ['received_at'], { type: 'brin' })
export class InboxEntity {
  @PrimaryColumn('text', inKey('inbox_pkey')) consumer_group: string;
  @PrimaryColumn('text', inKey('inbox_pkey')) event_id: string;
  @Column('text') customer_app_id: string;
  @Column('timestamptz', { default: () => 'now()' }) received_at: Date;
}

@Entity('aggregate_positions')
export class AggregatePositionEntity {
  @PrimaryColumn('text', inKey('aggregate_positions_pkey')) consumer_group: string;
  @PrimaryColumn('text', inKey('aggregate_positions_pkey')) aggregate: string;
  @PrimaryColumn('text', inKey('aggregate_positions_pkey')) aggregate_id: string;
  @Column('text') customer_app_id: string;
  @Column('bigint') sequence: number;
  @Column('timestamptz', { default: () => 'now()' }) updated_at: Date;
}

@Entity('parked_messages')
@Unique('parked_messages_offset_key', [
  'consumer_group',
  'topic',
  'kafka_partition',
  'kafka_offset',
])
export class ParkedMessageEntity {
  @PrimaryColumn('text', inKey('parked_messages_pkey'))
  parked_message_id: string;
  @Column('text') consumer_group: string;
  @Column('text') topic: string;
  @Column('integer') kafka_partition: number;
  @Column('bigint') kafka_offset: number;
  @Column('text') message_key: string;
  @Column('text', { nullable: true }) customer_app_id: string | null;
  @Column('text', { nullable: true }) event_id: string | null;
  @Column('text', { nullable: true }) event_name: string | null;
  @Column('jsonb') headers: Record<string, string>;
  @Column('bytea', { nullable: true }) value: Buffer | null;
  @Column('text') reason: string;
  @Column('text') error: string;
  @Column('integer') attempts: number;
  @Column('timestamptz', { default: () => 'now()' }) parked_at: Date;
  @Column('timestamptz', { nullable: true }) replay_requested_at: Date | null;
  @Column('timestamptz', { nullable: true }) replayed_at: Date | null;
}

@Entity('idempotency_keys')
@Index('idempotency_keys_created_at', ['created_at'], { type: 'brin' })
export class IdempotencyKeyEntity {
  @PrimaryColumn('text', inKey('idempotency_keys_pkey')) customer_app_id: string;
  @PrimaryColumn('text', inKey('idempotency_keys_pkey')) scope_hash: string;
  @Column('text') operation: string;
  @Column('text') status: string;
  @Column('bytea') sealed: Buffer;
  @Column('text', { nullable: true }) lease_token: string | null;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) completed_at: Date | null;
}

@Entity('personal_data_keys')
export class PersonalDataKeyEntity {
  @PrimaryColumn('text', inKey('personal_data_keys_pkey')) customer_app_id: string;
  @PrimaryColumn('text', inKey('personal_data_keys_pkey')) subject_id: string;
  @Column('bytea', { nullable: true }) wrapped_key: Buffer | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) destroyed_at: Date | null;
}

/** Entities of the base tables: every service adds them to its own for the drift check. */
export const baseEntities = [
  CustomerAppViewEntity,
  OutboxEntity,
  InboxEntity,
  AggregatePositionEntity,
  ParkedMessageEntity,
  IdempotencyKeyEntity,
  PersonalDataKeyEntity,
] as const;
