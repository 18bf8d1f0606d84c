import { BaseTables, sqlMigration } from '../migrations/sql-migrations.js';
import { bigint, bytes, date, json, numeric, text, texts, time } from '../tables/column.js';
import { defineTable } from '../tables/table.js';

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
    price numeric,
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
    CONSTRAINT parcel_history_status_key UNIQUE (customer_app_id, parcel_id, sequence, status),
    CONSTRAINT parcel_history_parcel_fkey FOREIGN KEY (customer_app_id, parcel_id)
      REFERENCES parcels (customer_app_id, parcel_id)
  );
  SELECT pg_temp.tenant_table('parcel_history', worker => 'read', append_only => true);`,
);

const parcels = defineTable(
  'parcels',
  {
    customerAppId: text(),
    parcelId: text(),
    status: text(),
    weight: bigint().default(0),
    labels: texts().default([]),
    contents: json().orNull(),
    seal: bytes().orNull(),
    deliverOn: date().orNull(),
    price: numeric().orNull(),
    dueAt: time().orNull(),
    sequence: bigint().default(0),
  },
  {
    key: ['customerAppId', 'parcelId'],
    indexes: { parcels_by_status: ['customerAppId', 'status'] },
  },
);

export const parcelHistory = defineTable(
  'parcel_history',
  { customerAppId: text(), parcelId: text(), sequence: bigint(), status: text() },
  {
    key: ['customerAppId', 'parcelId', 'sequence'],
    unique: {
      parcel_history_status_key: ['customerAppId', 'parcelId', 'sequence', 'status'],
    },
    foreignKeys: {
      parcel_history_parcel_fkey: { columns: ['customerAppId', 'parcelId'], to: 'parcels' },
    },
  },
);

export const specimenTables = [parcels, parcelHistory];

export const specimenMigrations = [BaseTables, CreateParcels];
