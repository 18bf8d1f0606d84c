import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';

@Entity('customer_apps')
@Unique('customer_apps_client_id_key', ['client_id'])
export class CustomerAppEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'customer_apps_pkey' })
  customer_app_id: string;
  @Column('text') client_id: string;
  @Column('text') name: string;
  @Column('text') app_type: 'TEST' | 'LIVE';
  @Column('text') status: 'ENABLED' | 'DISABLED';
  @Column('integer') credential_generation: number;
  @Column('text', { array: true }) scopes: string[];
  @Column('text', { array: true }) redirect_uris: string[];
  @Column('jsonb') settings: Record<string, unknown>;
  @Column('text', { default: 'REQUIRED' }) pkce: 'REQUIRED' | 'OPTIONAL';
  @Column('bigint') clock_offset_ms: number;
  @Column('timestamptz', { nullable: true }) clock_frozen_at: Date | null;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const SECRET_KEY = { primaryKeyConstraintName: 'client_secrets_pkey' };

@Entity('client_secrets')
export class ClientSecretEntity {
  @PrimaryColumn('text', SECRET_KEY) customer_app_id: string;
  @PrimaryColumn('text', SECRET_KEY) secret_hash: string;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) valid_until: Date | null;

  @ManyToOne(() => CustomerAppEntity)
  @JoinColumn({
    name: 'customer_app_id',
    foreignKeyConstraintName: 'client_secrets_app_fkey',
  })
  app: CustomerAppEntity;
}

const CHANGE_KEY = { primaryKeyConstraintName: 'customer_app_changes_pkey' };

@Entity('customer_app_changes')
export class CustomerAppChangeEntity {
  @PrimaryColumn('text', { ...CHANGE_KEY }) customer_app_id: string;
  @PrimaryColumn('bigint', { ...CHANGE_KEY }) sequence: number;
  @Column('text') command: string;
  @Column('text') actor: string;
  @Column('jsonb') details: Record<string, unknown>;
  @Column('timestamptz') occurred_at: Date;

  @ManyToOne(() => CustomerAppEntity)
  @JoinColumn({
    name: 'customer_app_id',
    foreignKeyConstraintName: 'customer_app_changes_app_fkey',
  })
  app: CustomerAppEntity;
}
