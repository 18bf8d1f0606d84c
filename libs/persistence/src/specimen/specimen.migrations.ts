import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { BaseTables, sqlMigration } from '../migrations/sql-migrations.js';

// A service in miniature for this library's own specs: parcels, and their history.

const CreateParcels = sqlMigration(
  'CreateParcels0000000000001',
  () => `
  CREATE TABLE parcels (
    customer_app_id text NOT NULL,
    parcel_id text NOT NULL,
    status text NOT NULL,
    weight bigint NOT NULL DEFAULT 0,
    labels text[] NOT NULL DEFAULT '{}',
    contents jsonb,
    seal bytea,
    deliver_on date,
    price numeric(12, 4),
    due_at timestamptz,
    sequence bigint NOT NULL DEFAULT 0,
    CONSTRAINT parcels_pkey PRIMARY KEY (customer_app_id, parcel_id),
    CONSTRAINT parcels_status_check CHECK (status IN ('OPEN', 'SENT', 'LOST'))
  );
  CREATE INDEX parcels_by_status ON parcels (customer_app_id, status);
  CREATE INDEX parcels_due ON parcels (due_at) WHERE status = 'OPEN';
  CREATE INDEX parcels_lower ON parcels (lower(status));
  SELECT pg_temp.tenant_table('parcels', worker => 'write');

  CREATE TABLE parcel_history (
    customer_app_id text NOT NULL,
    parcel_id text NOT NULL,
    sequence bigint NOT NULL,
    status text NOT NULL,
    CONSTRAINT parcel_history_pkey PRIMARY KEY (customer_app_id, parcel_id, sequence),
    CONSTRAINT parcel_history_parcel_fkey FOREIGN KEY (customer_app_id, parcel_id)
      REFERENCES parcels (customer_app_id, parcel_id)
  );
  SELECT pg_temp.tenant_table('parcel_history', worker => 'read', append_only => true);`,
);

const inKey = (name: string) => ({ primaryKeyConstraintName: name });

@Entity('parcels')
@Index('parcels_by_status', ['customer_app_id', 'status'])
export class ParcelEntity {
  @PrimaryColumn('text', inKey('parcels_pkey')) customer_app_id: string;
  @PrimaryColumn('text', inKey('parcels_pkey')) parcel_id: string;
  @Column('text') status: string;
  @Column('bigint', { default: 0 }) weight: number;
  @Column('text', { array: true, default: [] }) labels: string[];
  @Column('jsonb', { nullable: true }) contents: unknown;
  @Column('bytea', { nullable: true }) seal: Buffer | null;
  @Column('date', { nullable: true }) deliver_on: string | null;
  @Column('numeric', { precision: 12, scale: 4, nullable: true }) price: string | null;
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  @Column('bigint', { default: 0 }) sequence: number;
}

@Entity('parcel_history')
@ForeignKey(
  () => ParcelEntity,
  ['customer_app_id', 'parcel_id'],
  ['customer_app_id', 'parcel_id'],
  { name: 'parcel_history_parcel_fkey' },
)
export class ParcelHistoryEntity {
  @PrimaryColumn('text', inKey('parcel_history_pkey')) customer_app_id: string;
  @PrimaryColumn('text', inKey('parcel_history_pkey')) parcel_id: string;
  @PrimaryColumn('bigint', inKey('parcel_history_pkey')) sequence: number;
  @Column('text') status: string;
}

export const specimenEntities = [ParcelEntity, ParcelHistoryEntity];

export const specimenMigrations = [BaseTables, CreateParcels];
