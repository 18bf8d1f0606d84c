import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that payers encrypt checklist items to; it belongs to no customer app. */
@Entity('checklist_keys')
export class ChecklistKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'checklist_keys_pkey' }) key_id: string;
  @Column('jsonb') public_key: Record<string, unknown>;
  @Column('bytea') private_key_sealed: Buffer;
  @Column('timestamptz') published_at: Date;
  /** From when on payers are told to use it. */
  @Column('timestamptz') used_from: Date;
  /** When it stops decrypting; null for the newest. */
  @Column('timestamptz', { nullable: true }) retired_at: Date | null;
}
