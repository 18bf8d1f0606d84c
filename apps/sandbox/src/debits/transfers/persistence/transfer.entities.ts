import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('bank_transfers')
@Index('bank_transfers_booked', ['customer_app_id', 'booked_at', 'reference'])
export class BankTransferEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_transfers_pkey' }) reference: string;
  @Column('text') customer_app_id: string;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text', { nullable: true }) text: string | null;
  @Column('text') request_hash: string;
  @Column('timestamptz') booked_at: Date;
}
