import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { BankReason } from '../domain/debit-outcomes.js';

// Rows of the bank's tables, for the drift check. CHECKs, triggers and partial indexes are in the
// migration only.

@Entity('debit_mandates')
export class DebitMandateEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'debit_mandates_pkey' }) reference: string;
  @Column('text') customer_app_id: string;
  @Column('text') creditor_account: string;
  @Column('text') debtor_name: string;
  @Column('text') currency: string;
  @Column('text') first_day: string;
  @Column('text', { nullable: true }) last_day: string | null;
  @Column('bigint', { nullable: true }) max_amount: number | null;
  @Column('text') callback_url: string;
  @Column('text') request_hash: string;
  @Column('text') outcome: string;
  @Column('text') last4: string;
  @Column('text') fingerprint: string;
  @Column('text') state: string;
  @Column('jsonb', { nullable: true }) reason: BankReason | null;
  @Column('text') dda_reference: string;
  @Column('text', { nullable: true }) bank_reference: string | null;
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) activated_at: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('timestamptz') updated_at: Date;
}

const OF_MANDATE = { name: 'debit_collections_mandate_fkey' };

@Entity('debit_collections')
@Index('debit_collections_mandate', ['mandate_reference'])
export class DebitCollectionEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'debit_collections_pkey' }) reference: string;
  @ForeignKey(() => DebitMandateEntity, 'reference', OF_MANDATE)
  @Column('text')
  mandate_reference: string;
  @Column('text') customer_app_id: string;
  @Column('text', { nullable: true }) payment_id: string | null;
  @Column('bigint') amount: number;
  @Column('text') currency: string;
  @Column('text') callback_url: string;
  @Column('text') request_hash: string;
  @Column('text') outcome: string;
  @Column('text') creditor_account: string;
  @Column('text') state: string;
  @Column('text') answered_state: string;
  @Column('jsonb', { nullable: true }) reason: BankReason | null;
  @Column('text', { nullable: true }) transaction_reference: string | null;
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) paid_at: Date | null;
  @Column('timestamptz', { nullable: true }) returned_at: Date | null;
  @Column('timestamptz') updated_at: Date;
}

@Entity('bank_instructions')
@Index('bank_instructions_app', ['customer_app_id'])
export class BankInstructionEntity {
  @PrimaryColumn('bigint', {
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'bank_instructions_pkey',
  })
  position: number;
  @Column('text') customer_app_id: string;
  @Column('text') kind: string;
  @Column('text') reference: string;
  @Column('timestamptz') told_at: Date;
}

export const directDebitEntities = [
  DebitMandateEntity,
  DebitCollectionEntity,
  BankInstructionEntity,
] as const;
