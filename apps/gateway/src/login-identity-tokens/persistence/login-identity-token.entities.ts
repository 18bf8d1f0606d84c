import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

const familyKey = () => ({ primaryKeyConstraintName: 'refresh_families_pkey' });

/** The refresh tokens that follow one another from one link. Real time. */
@Entity('refresh_families')
@Index('refresh_families_expires_at', ['expires_at'])
@Index('refresh_families_authentication', ['customer_app_id', 'authentication_id'], {
  unique: true,
  where: '"authentication_id" IS NOT NULL',
})
export class RefreshFamilyEntity {
  @PrimaryColumn('text', familyKey()) customer_app_id: string;
  @PrimaryColumn('text', familyKey()) family_id: string;
  @Column('text') login_identity_id: string;
  /** At the start; a new token has those of its time. */
  @Column('jsonb') scopes: readonly string[];
  /** The login that a status read gave the first pair for; null for a code. */
  @Column('text', { nullable: true }) authentication_id: string | null;
  /** The pair that a status read gives again; null from the first refresh on. */
  @Column('bytea', { nullable: true }) first_pair_sealed: Buffer | null;
  /** A used token came again, or the login identity is deleted: none of the family works. */
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
@Index('link_codes_session', ['customer_app_id', 'session_id'], {
  unique: true,
  where: '"session_id" IS NOT NULL',
})
export class LinkCodeEntity {
  @PrimaryColumn('text', codeKey()) customer_app_id: string;
  @PrimaryColumn('text', codeKey()) code_hash: string;
  @Column('text') login_identity_id: string;
  @Column('jsonb') scopes: readonly string[];
  @Column('text') redirect_uri: string;
  @Column('text', { nullable: true }) code_challenge: string | null;
  @Column('text', { nullable: true }) code_challenge_method: string | null;
  /** The page session that ended with it. */
  @Column('text', { nullable: true }) session_id: string | null;
  /** For a page that lost the answer; null from its exchange on. */
  @Column('bytea', { nullable: true }) code_sealed: Buffer | null;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz') created_at: Date;
}
