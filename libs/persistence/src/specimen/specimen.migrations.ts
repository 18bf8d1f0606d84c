import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { BaseTables1700000000000 } from '../base-tables/base-tables.migration.js';
import { tenantTable } from '../base-tables/tenant-table.js';

// A service in miniature for this library's own specs: parcels, and their history.

export class CreateParcels1700000001000 implements MigrationInterface {
  readonly name: string = 'CreateParcels1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "parcels" (
      "customer_app_id" text NOT NULL,
      "parcel_id" text NOT NULL,
      "status" text NOT NULL,
      "weight" bigint NOT NULL DEFAULT 0,
      "labels" text[] NOT NULL DEFAULT '{}',
      "contents" jsonb,
      "seal" bytea,
      "deliver_on" date,
      "price" numeric(12, 4),
      "due_at" timestamptz,
      "sequence" bigint NOT NULL DEFAULT 0,
      CONSTRAINT "parcels_pkey" PRIMARY KEY ("customer_app_id", "parcel_id"),
      CONSTRAINT "parcels_status_check" CHECK ("status" IN ('OPEN', 'SENT', 'LOST')))`);
    await runner.query(
      `CREATE INDEX "parcels_by_status" ON "parcels" ("customer_app_id", "status")`,
    );
    await runner.query(
      `CREATE INDEX "parcels_due" ON "parcels" ("due_at") WHERE "status" = 'OPEN'`,
    );
    await runner.query(`CREATE INDEX "parcels_lower" ON "parcels" (lower("status"))`);
    await tenantTable(runner, { table: 'parcels', worker: 'write' });
    await runner.query(`CREATE TABLE "parcel_history" (
      "customer_app_id" text NOT NULL,
      "parcel_id" text NOT NULL,
      "sequence" bigint NOT NULL,
      "status" text NOT NULL,
      CONSTRAINT "parcel_history_pkey" PRIMARY KEY ("customer_app_id", "parcel_id", "sequence"),
      CONSTRAINT "parcel_history_parcel_fkey" FOREIGN KEY ("customer_app_id", "parcel_id")
        REFERENCES "parcels" ("customer_app_id", "parcel_id"))`);
    await tenantTable(runner, { table: 'parcel_history', worker: 'read', appendOnly: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "parcel_history", "parcels"`);
  }
}

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

export const specimenMigrations = [BaseTables1700000000000, CreateParcels1700000001000];
