import { Column, Entity, PrimaryColumn } from 'typeorm';

const SOURCE_KEY = { primaryKeyConstraintName: 'bill_sources_pkey' };

@Entity('bill_sources')
export class BillSourceEntity {
  @PrimaryColumn('text', SOURCE_KEY) customer_app_id: string;
  @PrimaryColumn('text', SOURCE_KEY) app_type: 'TEST' | 'LIVE';
  @PrimaryColumn('text', SOURCE_KEY) integration_id: string;
  @Column('text', { nullable: true }) read_until: string | null;
  @Column('timestamptz') due_at: Date;
}
