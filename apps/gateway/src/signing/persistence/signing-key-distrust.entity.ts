import { Column, Entity, PrimaryColumn } from 'typeorm';

const KEY = { primaryKeyConstraintName: 'signing_key_distrusts_pkey' };

/** Who distrusted a signing key, and when. Never changed; it belongs to no app. */
@Entity('signing_key_distrusts')
export class SigningKeyDistrustEntity {
  @PrimaryColumn('text', KEY) key_id: string;
  @Column('text') actor: string;
  @Column('text', { nullable: true }) reason: string | null;
  /** Real time. */
  @Column('timestamptz') distrusted_at: Date;
}
