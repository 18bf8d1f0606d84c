import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

const familyKey = () => ({ primaryKeyConstraintName: 'refresh_families_pkey' });

/** The refresh tokens that follow one another from one link. Real time. */
@Entity('refresh_families')
@Index('refresh_families_expires_at', ['expires_at'])
export class RefreshFamilyEntity {
  @PrimaryColumn('text', familyKey()) customer_app_id: string;
  @PrimaryColumn('text', familyKey()) family_id: string;
  @Column('text') login_identity_id: string;
  @Column('jsonb') scopes: readonly string[];
  /** A used token came again: none of the family works any more. */
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz') created_at: Date;
}

const tokenKey = () => ({ primaryKeyConstraintName: 'refresh_tokens_pkey' });

@Entity('refresh_tokens')
@ForeignKey(
  () => RefreshFamilyEntity,
  ['customer_app_id', 'family_id'],
  ['customer_app_id', 'family_id'],
  { name: 'refresh_tokens_family_fkey', onDelete: 'CASCADE' },
)
@Index('refresh_tokens_family', ['customer_app_id', 'family_id'])
export class RefreshTokenEntity {
  @PrimaryColumn('text', tokenKey()) customer_app_id: string;
  @PrimaryColumn('text', tokenKey()) token_hash: string;
  @Column('text') family_id: string;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
  /** The pair that it was exchanged for, for a caller who lost the answer. */
  @Column('bytea', { nullable: true }) successor_sealed: Buffer | null;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz') created_at: Date;
}

const codeKey = () => ({ primaryKeyConstraintName: 'link_codes_pkey' });

@Entity('link_codes')
@Index('link_codes_expires_at', ['expires_at'])
export class LinkCodeEntity {
  @PrimaryColumn('text', codeKey()) customer_app_id: string;
  @PrimaryColumn('text', codeKey()) code_hash: string;
  @Column('text') login_identity_id: string;
  @Column('jsonb') scopes: readonly string[];
  @Column('text') redirect_uri: string;
  @Column('text', { nullable: true }) code_challenge: string | null;
  @Column('text', { nullable: true }) code_challenge_method: string | null;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz') created_at: Date;
}
