import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { BillState } from '../bill.transitions.js';

const BILL_KEY = { primaryKeyConstraintName: 'bills_pkey' };

@Entity('bills')
@Unique('bills_source_key', ['customer_app_id', 'integration_id', 'external_bill_id'])
@Unique('bills_reference_key', ['customer_app_id', 'user_id', 'currency', 'bill_reference_id'])
@Index('bills_list', ['customer_app_id', 'created_at', 'bill_id'])
@Index('bills_autopay_due', ['autopay_at'], { where: 'autopay_at IS NOT NULL' })
@Index('bills_autopay_due_of_app', ['customer_app_id', 'autopay_at'], {
  where: 'autopay_at IS NOT NULL',
})
export class BillEntity {
  @PrimaryColumn('text', BILL_KEY) customer_app_id: string;
  @PrimaryColumn('text', BILL_KEY) bill_id: string;
  @Column('text') integration_id: string;
  @Column('text') external_bill_id: string;
  @Column('text') user_id: string;
  @Column('text') external_user_id: string;
  @Column('text') bill_reference_id: string;
  @Column('text') status: BillState;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text', { nullable: true }) description: string | null;
  @Column('timestamptz', { nullable: true }) bill_date: Date | null;
  @Column('timestamptz', { nullable: true }) due_date: Date | null;
  @Column('boolean') is_autopay_eligible: boolean;
  @Column('jsonb', { nullable: true }) ext_metadata: object | null;
  @Column('jsonb', { nullable: true }) metadata: Record<string, string> | null;
  @Column('timestamptz', { nullable: true }) autopay_at: Date | null;
  @Column('text', { nullable: true }) autopay_payment_id: string | null;
  @Column('integer', { default: 0 }) autopay_setbacks: number;
  @Column('bigint') sequence: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'bill_state_changes_pkey' });

@Entity('bill_state_changes')
@ForeignKey(() => BillEntity, ['customer_app_id', 'bill_id'], ['customer_app_id', 'bill_id'], {
  name: 'bill_state_changes_bill_fkey',
})
export class BillStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) bill_id: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
