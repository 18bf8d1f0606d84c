import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { BankReason } from '../../direct-debit/domain/debit-outcomes.js';
import type { BankPayoutState } from '../bank-payout.js';

@Entity('bank_payouts')
export class BankPayoutEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'bank_payouts_pkey' }) reference: string;
  @Column('text') customer_app_id: string;
  @Column('text') debtor_account: string;
  @Column('text') creditor_name: string;
  @Column('text') last4: string;
  @Column('text') fingerprint: string;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text', { nullable: true }) text: string | null;
  @Column('text') request_hash: string;
  @Column('text') state: BankPayoutState;
  @Column('jsonb', { nullable: true }) reason: BankReason | null;
  @Column('text') order_reference: string;
  @Column('text', { nullable: true }) transaction_reference: string | null;
  @Column('timestamptz') created_at: Date;
}
