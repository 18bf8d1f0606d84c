import type { TransferOutcome } from '@towpath/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TransferCause } from '../../payment-links/domain/transfer-rule.js';

const TRANSFER_KEY = { primaryKeyConstraintName: 'incoming_transfers_pkey' };

@Entity('incoming_transfers')
@Index('incoming_transfers_received_at', ['received_at'], { type: 'brin' })
export class IncomingTransferEntity {
  @PrimaryColumn('text', TRANSFER_KEY) customer_app_id: string;
  @PrimaryColumn('text', TRANSFER_KEY) incoming_transfer_id: string;
  /** The payer's text. */
  @Column('text', { nullable: true }) reference: string | null;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text') outcome: TransferOutcome;
  /** Why money of it went back. */
  @Column('text', { nullable: true }) cause: TransferCause | null;
  @Column('text') payment_account_id: string;
  @Column('text', { nullable: true }) payment_id: string | null;
  @Column('text', { nullable: true }) refund_id: string | null;
  @Column('timestamptz') received_at: Date;
}
