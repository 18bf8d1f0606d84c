import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { LoginIdentityEntity } from '../login-identities/persistence/login-identity.entity.js';

const key = () => ({ primaryKeyConstraintName: 'link_consents_pkey' });

/** The proof that a user agreed, to what and when; it holds nothing that the user is known by. */
@Entity('link_consents')
@ForeignKey(
  () => LoginIdentityEntity,
  ['customer_app_id', 'login_identity_id'],
  ['customer_app_id', 'login_identity_id'],
  { name: 'link_consents_login_identity_fkey' },
)
@Index('link_consents_login_identity', ['customer_app_id', 'login_identity_id'])
export class LinkConsentEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) consent_id: string;
  @Column('text') login_identity_id: string;
  @Column('text') session_id: string;
  /** On the app's clock. */
  @Column('timestamptz') given_at: Date;
  @Column('text') given_through: 'CUSTOMER_APP' | 'SERVICE_LINK';
  @Column('text', { nullable: true }) text_version: string | null;
  @Column('text', { nullable: true }) text_language: string | null;
  /** SHA-256 of the displayed text in UTF-8, hexadecimal. */
  @Column('text', { nullable: true }) text_sha256: string | null;
  @Column('jsonb') products: readonly string[];
  @Column('boolean') stores_credentials: boolean;
  @Column('text') automatic_refresh: string;
  @Column('text') institution_id: string;
  /** Real time. */
  @Column('timestamptz') recorded_at: Date;
}
