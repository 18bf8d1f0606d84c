import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('signing_keys')
export class SigningKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'signing_keys_pkey' }) key_id: string;
  @Column('jsonb') public_key: Record<string, unknown>;
  @Column('bytea') private_key_sealed: Buffer;
  @Column('timestamptz') published_at: Date;
  @Column('timestamptz') signs_from: Date;
  @Column('timestamptz', { nullable: true }) retired_at: Date | null;
}
