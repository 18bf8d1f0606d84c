import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { BilledContent } from '../billing-books.js';

const BILL_KEY = { primaryKeyConstraintName: 'external_bills_pkey' };

@Entity('external_bills')
@Index('external_bills_revision', ['customer_app_id', 'revision'], { unique: true })
export class ExternalBillEntity {
  @PrimaryColumn('text', BILL_KEY) customer_app_id: string;
  @PrimaryColumn('text', BILL_KEY) bill_number: string;
  @Column('bigint') revision: number;
  @Column('jsonb') bill: BilledContent;
  @Column('timestamptz') changed_at: Date;
}
