import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { StateChangeEntity } from '@towpath/persistence';
import type { AuthenticationState } from '../domain/authentication.transitions.js';
import type { LinkSessionState } from '../domain/link-session.transitions.js';
import type { LoginFailure, PendingAction, ProposedPermission } from '../domain/login-identity.js';
import type { LoginIdentityState } from '../domain/login-identity.transitions.js';
import type { Product, ProductProgresses } from '../domain/product-outcome.js';

const key = () => ({ primaryKeyConstraintName: 'login_identities_pkey' });

@Entity('login_identities')
@Index('login_identities_created_at', ['created_at'], { type: 'brin' })
@Index('login_identities_refresh_due', ['next_refresh_at'], {
  where: '"next_refresh_at" IS NOT NULL',
})
@Index('login_identities_app_refresh_due', ['customer_app_id', 'next_refresh_at'], {
  where: '"next_refresh_at" IS NOT NULL',
})
@Index('login_identities_erasure_due', ['erasure_due_at'], {
  where: '"erasure_due_at" IS NOT NULL',
})
@Index('login_identities_app_erasure_due', ['customer_app_id', 'erasure_due_at'], {
  where: '"erasure_due_at" IS NOT NULL',
})
@Index('login_identities_permission_due', ['permission_expires_at'], {
  where: '"permission_watched"',
})
@Index('login_identities_app_permission_due', ['customer_app_id', 'permission_expires_at'], {
  where: '"permission_watched"',
})
export class LoginIdentityEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) login_identity_id: string;
  @Column('boolean') live: boolean;
  /** The customer app's ID of the end-user. */
  @Column('text') user_id: string;
  @Column('text') institution_id: string;
  /** The state that the link was started with. */
  @Column('text', { nullable: true }) state: string | null;
  @Column('date', { nullable: true }) history_date_limit: string | null;
  @Column('text') status: LoginIdentityState;
  @Column('bigint') sequence: number;
  @Column('text') authentication_status: AuthenticationState;
  @Column('bigint') authentication_sequence: number;
  @Column('text') session_status: LinkSessionState;
  @Column('bigint') session_sequence: number;
  @Column('text') session_id: string;
  @Column('text') linking_attempt_id: string;
  @Column('text', { nullable: true }) authentication_id: string | null;
  @Column('text', { nullable: true }) username_hash_id: string | null;
  @Column('text', { nullable: true }) event_name: string | null;
  @Column('timestamptz', { nullable: true }) event_date: Date | null;
  @Column('text', { nullable: true }) authentication_details: string | null;
  @Column('timestamptz', { nullable: true }) authentication_updated_at: Date | null;
  @Column('timestamptz', { nullable: true }) authenticated_at: Date | null;
  /** The products of the user's consent. */
  @Column('jsonb') products: readonly Product[];
  @Column('jsonb') progress: ProductProgresses;
  @Column('jsonb', { nullable: true }) failure: LoginFailure | null;
  @Column('jsonb', { nullable: true }) action: PendingAction | null;
  @Column('boolean') stores_credentials: boolean;
  @Column('boolean') refreshes_without_user: boolean;
  @Column('text') automatic_refresh: 'ON' | 'OFF' | 'FORCED_ON';
  /** A new consent, until the institution accepts its login. */
  @Column('jsonb', { nullable: true }) proposal: ProposedPermission | null;
  @Column('timestamptz') permission_granted_at: Date;
  @Column('timestamptz', { nullable: true }) permission_expires_at: Date | null;
  @Column('boolean') permission_expired: boolean;
  /** Whether the end of the permission must still be reported. */
  @Column('boolean') permission_watched: boolean;
  @Column('timestamptz', { nullable: true }) next_refresh_at: Date | null;
  /** Rows of products that are no longer covered must still be erased. */
  @Column('timestamptz', { nullable: true }) erasure_due_at: Date | null;
  @Column('timestamptz', { nullable: true }) first_success: Date | null;
  @Column('timestamptz', { nullable: true }) last_success: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

const changeKey = () => ({ primaryKeyConstraintName: 'login_identity_state_changes_pkey' });

@Entity('login_identity_state_changes')
@ForeignKey(
  () => LoginIdentityEntity,
  ['customer_app_id', 'login_identity_id'],
  ['customer_app_id', 'login_identity_id'],
  { name: 'login_identity_state_changes_login_identity_fkey' },
)
export class LoginIdentityStateChangeEntity extends StateChangeEntity {
  @PrimaryColumn('text', changeKey()) customer_app_id: string;
  @PrimaryColumn('text', changeKey()) login_identity_id: string;
  /** The state machine that moved: the login identity's own, its login's or its session's. */
  @PrimaryColumn('text', changeKey()) machine: string;
  @PrimaryColumn('bigint', changeKey()) sequence: number;
}
