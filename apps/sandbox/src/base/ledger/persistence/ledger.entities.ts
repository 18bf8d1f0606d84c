import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('ledger_entries')
@Index('ledger_entries_payment', ['customer_app_id', 'payment_id'])
@Index('ledger_entries_booked_at', ['gateway', 'booked_at', 'entry_id'])
export class LedgerEntryEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'ledger_entries_pkey' }) entry_id: string;
  @Column('text') gateway: string;
  @Column('text') customer_app_id: string;
  @Column('text') payment_id: string;
  @Column('text') reference: string;
  @Column('text') psp_reference: string;
  @Column('text') kind: string;
  @Column('text') debit_account: string;
  @Column('text') credit_account: string;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('timestamptz') booked_at: Date;
}
