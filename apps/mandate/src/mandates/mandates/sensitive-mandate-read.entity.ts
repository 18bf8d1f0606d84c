import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const READ_KEY = { primaryKeyConstraintName: 'sensitive_mandate_reads_pkey' };

@Entity('sensitive_mandate_reads')
@Index('sensitive_mandate_reads_read_at', ['read_at'], { type: 'brin' })
export class SensitiveMandateReadEntity {
  @PrimaryColumn('text', READ_KEY) customer_app_id: string;
  @PrimaryColumn('text', READ_KEY) read_id: string;
  @Column('text') client_id: string;
  @Column('text') token_id: string;
  @Column('text') request_id: string;
  @Column('text', { nullable: true }) client_address: string | null;
  /** The filters of the request. */
  @Column('jsonb') filters: object;
  /** The mandates whose account numbers were shown. */
  @Column('text', { array: true }) mandate_ids: string[];
  @Column('timestamptz') read_at: Date;
}
