import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Accepted instructions, with each repeat. A table of `defineTable` has no identity column. */
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
