import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LoginIdentityEntity } from '../login-identities/persistence/login-identity.entity.js';

const key = () => ({ primaryKeyConstraintName: 'login_credentials_pkey' });

/** The secrets for refreshes of a login identity; a destructible key encrypts each value. */
@Entity('login_credentials')
@ForeignKey(
  () => LoginIdentityEntity,
  ['customer_app_id', 'login_identity_id'],
  ['customer_app_id', 'login_identity_id'],
  { name: 'login_credentials_login_identity_fkey' },
)
export class LoginCredentialEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) login_identity_id: string;
  /** The session that left them; it names the keys. */
  @Column('text') session_id: string;
  @Column('bytea', { nullable: true }) credentials_sealed: Buffer | null;
  @Column('bytea', { nullable: true }) bank_session_sealed: Buffer | null;
  /** Real time. */
  @Column('timestamptz') updated_at: Date;
}
