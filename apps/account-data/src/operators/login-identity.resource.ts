import { Injectable } from '@nestjs/common';
import { LoginIdentity } from '@towpath/contracts/account-data';
import {
  seenBy,
  under,
  type RelatedResource,
  type SearchTerm,
  type StoryEntry,
} from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, type StoryReads } from '@towpath/service';
import { LoginIdentitiesReads } from '../identities/login-identities/login-identities.reads.js';
import {
  loginIdentities,
  type LoginIdentitySnapshot,
} from '../identities/login-identities/login-identity.table.js';
import { ENDED, isUnlinked } from '../identities/login-identities/login-identity.transitions.js';
import { consentEntries, moveEntries, openJobEntries, productEntries } from './login-story.js';

/** Other logins of the same user; the newest are shown. */
const MAX_OTHERS = 20;
/** Deleted ones name no user any more. */
const OF_USER = `t.user_id = :user AND t.status NOT IN (${ENDED.map((one) => `'${one}'`).join()})`;
/** What every role sees of a login and of each product. */
const PROGRESS = ['status', 'status_details', 'last_update', 'last_successful_update'];
const PRODUCTS = [
  'accounts',
  'online_transactions',
  'historical_transactions',
  'statements',
  'account_numbers',
  'identity',
  'balance_history',
  'payments',
  'income_estimation',
  'card_details',
];
const NOBODY = { user_id: undefined, username_hash_id: undefined };

/** Logins of users at institutions, for operators; nothing of what institutions sent. */
@Injectable()
export class LoginIdentityResource extends OperatedResource<LoginIdentitySnapshot> {
  readonly kind = 'login_identity';
  readonly table = loginIdentities;
  readonly view = seenBy(LoginIdentity, {
    viewer: [
      'login_identity_id',
      'customer_app_id',
      'institution_id',
      'username_hash_id',
      'linking_attempt_id',
      'authentication_id',
      'last_session_id',
      'status',
      'status_details.event_name',
      'status_details.event_date',
      'session_status',
      ...under('authentication_status', PROGRESS),
      ...PRODUCTS.flatMap((product) => under(`product_status.${product}`, PROGRESS)),
      'error.code',
      'error.type',
      'error.message',
      'error.details',
      'login_methods_available.havePassword',
      'login_methods_available.haveSecret',
      'billing_details.billed_products',
      'permissions',
      'permissions_grant_date',
      'permissions_expiry_date',
      'refresh.credentials_stored',
      'refresh.refresh_allowed',
      'first_success',
      'last_success',
      'created_at',
      'updated_at',
    ],
    operator: ['user_id'],
  });
  override readonly idsBelow = [
    'SELECT login_identity_id FROM login_identities WHERE session_id = :id',
    // Earlier sessions: those that began with a consent.
    'SELECT login_identity_id FROM link_consents WHERE session_id = :id',
    'SELECT login_identity_id FROM login_identities WHERE linking_attempt_id = :id',
    'SELECT login_identity_id FROM login_identities WHERE authentication_id = :id',
    'SELECT login_identity_id FROM hosted_links WHERE session_id = :id',
    'SELECT login_identity_id FROM link_consents WHERE consent_id = :id',
    'SELECT login_identity_id FROM link_jobs WHERE job_id = :id',
  ];
  readonly columns = { createdAt: 'created_at', status: 't.status' };

  constructor(private readonly logins: LoginIdentitiesReads) {
    super();
  }

  /** The customer app's reference of the user. */
  searchedBy({ by, text }: SearchTerm) {
    return by === 'reference' ? { where: OF_USER, parameters: { user: text } } : undefined;
  }

  listed({ status, institutionId, createdAt, updatedAt }: LoginIdentitySnapshot) {
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, summary: institutionId, ...at };
  }

  body(row: LoginIdentitySnapshot): object {
    const { login_identity: body } = this.logins.body(row);
    return isUnlinked(row.status) ? { ...body, ...NOBODY } : body;
  }

  async related(row: LoginIdentitySnapshot, reads: OperatorQuery): Promise<RelatedResource[]> {
    if (isUnlinked(row.status)) return [];
    const { customerAppId, loginIdentityId, userId } = row;
    const others = await reads.rows(loginIdentities, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere(OF_USER, { user: userId })
        .andWhere('t.login_identity_id <> :id', { id: loginIdentityId })
        .orderBy('t.created_at', 'DESC')
        .limit(MAX_OTHERS),
    );
    return others.map(({ loginIdentityId: id, institutionId }) => {
      const as = `login of the same user at ${institutionId}`;
      return { kind: 'login_identity', customer_app_id: customerAppId, id, as };
    });
  }

  override async story(row: LoginIdentitySnapshot, reads: StoryReads): Promise<StoryEntry[]> {
    return [
      ...(await moveEntries(row, reads)),
      ...(await consentEntries(row, reads)),
      ...productEntries(row),
      ...(await openJobEntries(row, reads)),
    ];
  }
}
