import { Injectable } from '@nestjs/common';
import { errorCatalogue, legacyCodeOf, type Scope } from '@towpath/contracts';
import type {
  InstitutionSummary,
  LoginIdentity as LoginIdentityBody,
  LoginIdentityError,
  LoginIdentityHistoryResponse,
  LoginIdentityResponse,
  ProductStatuses,
  ShortLoginIdentity,
} from '@towpath/contracts/account-data';
import { DomainError, parseId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { byKey, Transactions, type AppTx } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import {
  loginIdentities,
  type LoginFailure,
  type LoginIdentitySnapshot,
} from './login-identity.table.js';
import {
  eventNameOf,
  FINAL_STATES,
  isUnlinked,
  type LoginIdentityCommand,
} from './login-identity.transitions.js';
import { coveredProducts, type Product, type ProductProgresses } from './products.js';

/** Scopes of every login identity token. */
const OWN: readonly Scope[] = [
  'loginIdentity:self',
  'loginIdentity:update',
  'loginIdentity:delete',
];

const OPENED: Readonly<Record<Product, readonly Scope[]>> = {
  accounts: ['account', 'card:get'],
  online_transactions: ['transaction'],
  historical_transactions: ['transaction'],
  statements: ['statement:read', 'composite_statement'],
  account_numbers: ['account_number'],
  identity: ['identity'],
  balance_history: ['balance_history'],
  payments: [],
  income_estimation: ['income:get'],
  card_details: ['card:get'],
};

/** The members about the login identity in every answer with data. */
export interface DataOwner {
  readonly login_identity: ShortLoginIdentity;
  readonly institution: InstitutionSummary;
  /** The products of the consent; none after its end. */
  readonly covered: readonly Product[];
  /** By product; one that was not requested is absent. */
  readonly progress: ProductProgresses;
}

/** Login identities as answers show them. Without one, or with a deleted one: LOGIN_IDENTITY_NOT_FOUND. */
@Injectable()
export class LoginIdentitiesReads {
  constructor(
    private readonly db: Transactions,
    private readonly institutions: InstitutionsReads,
  ) {}

  async get(app: CustomerAppId, rawId: string): Promise<LoginIdentityResponse> {
    const id = parseLoginIdentityId(rawId);
    return this.body(await this.db.forApp(app, (tx) => this.find(tx, id), { readOnly: true }));
  }

  /** With everything that happened to it, oldest first. */
  async history(app: CustomerAppId, rawId: string): Promise<LoginIdentityHistoryResponse> {
    const id = parseLoginIdentityId(rawId);
    const read = async (tx: AppTx) => {
      const [snapshot, changes] = await Promise.all([this.find(tx, id), changesOf(tx, id)]);
      return { login_identity: loginIdentityBody(snapshot), status_history: changes };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Scopes of the products that the consent covers now. */
  async scopes(app: CustomerAppId, rawId: string): Promise<readonly Scope[]> {
    const id = parseLoginIdentityId(rawId);
    const read = async (tx: AppTx) => coveredProducts(await this.find(tx, id), tx.now);
    return scopesOf(await this.db.forApp(app, read, { readOnly: true }));
  }

  async find(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentitySnapshot> {
    const found = await loginIdentities.find(tx, { loginIdentityId });
    if (!found || isUnlinked(found.status)) throw loginIdentityNotFound();
    return found;
  }

  async dataOwner(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<DataOwner> {
    const snapshot = await this.find(tx, loginIdentityId);
    const { status, sessionId, institutionId, progress } = snapshot;
    return {
      login_identity: { login_identity_id: loginIdentityId, status, last_session_id: sessionId },
      institution: this.institutions.summary(institutionId),
      covered: coveredProducts(snapshot, tx.now),
      progress,
    };
  }

  body(snapshot: LoginIdentitySnapshot): LoginIdentityResponse {
    return {
      login_identity: loginIdentityBody(snapshot),
      institution: this.institutions.summary(snapshot.institutionId),
    };
  }
}

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function loginIdentityNotFound(): DomainError {
  return new DomainError('LOGIN_IDENTITY_NOT_FOUND', 'No login identity has this ID.');
}

export function parseLoginIdentityId(raw: string): LoginIdentityId {
  const loginIdentityId = parseId<LoginIdentityId>(raw);
  if (!loginIdentityId) throw loginIdentityNotFound();
  return loginIdentityId;
}

/** The scopes of a token: those of the user's consent. The gateway keeps those that the app has. */
export function scopesOf(products: readonly Product[]): readonly Scope[] {
  return [...new Set([...OWN, ...products.flatMap((product) => OPENED[product])])];
}

export const DATA_SCOPES: readonly Scope[] = [...new Set(Object.values(OPENED).flat())];

/** The scopes that open a product; an app without any of them cannot read it. */
export function scopesToRead(product: Product): readonly Scope[] {
  return OPENED[product];
}

export function productsBody(progress: ProductProgresses): ProductStatuses {
  const shown = Object.entries(progress).map(([product, { status, ...rest }]) => [
    product,
    {
      status,
      status_details: rest.statusDetails ?? undefined,
      last_update: rest.lastUpdate ?? undefined,
      last_successful_update: rest.lastSuccess ?? undefined,
    },
  ]);
  return Object.fromEntries(shown) as ProductStatuses;
}

async function changesOf(tx: AppTx, loginIdentityId: LoginIdentityId) {
  const rows = await tx.query<{
    readonly command: LoginIdentityCommand;
    readonly reason: string | null;
    readonly occurred_at: Date;
  }>(
    byKey(`SELECT command, reason, occurred_at FROM login_identity_state_changes
     WHERE customer_app_id = $1 AND login_identity_id = $2 AND machine = 'login-identity'
     ORDER BY sequence`),
    [tx.customerApp.id, loginIdentityId],
  );
  return rows.map(({ command, reason, occurred_at: at }) => ({
    event_name: eventNameOf(command, reason).eventName,
    event_date: at.toISOString(),
  }));
}

function loginIdentityBody(snapshot: LoginIdentitySnapshot): LoginIdentityBody {
  const { eventName, failure, storesCredentials } = snapshot;
  return {
    login_identity_id: snapshot.loginIdentityId,
    customer_app_id: snapshot.customerAppId,
    user_id: snapshot.userId,
    institution_id: snapshot.institutionId,
    username_hash_id: snapshot.usernameHashId ?? undefined,
    linking_attempt_id: snapshot.linkingAttemptId,
    authentication_id: snapshot.authenticationId ?? undefined,
    last_session_id: snapshot.sessionId,
    status: snapshot.status,
    status_details:
      eventName === null ? {} : { event_name: eventName, event_date: textOf(snapshot.eventDate) },
    session_status: snapshot.sessionStatus,
    authentication_status: {
      status: snapshot.authenticationStatus,
      status_details: snapshot.authenticationDetails ?? undefined,
      last_update: textOf(snapshot.authenticationUpdatedAt),
      last_successful_update: textOf(snapshot.authenticatedAt),
    },
    product_status: productsBody(snapshot.progress),
    error: failure ? errorOf(failure) : {},
    login_methods_available: { havePassword: storesCredentials, haveSecret: false },
    billing_details: { billed_products: billedOf(snapshot.progress) },
    permissions: snapshot.products.map((product) => product.toUpperCase()),
    permissions_grant_date: snapshot.permissionGrantedAt.toISOString(),
    permissions_expiry_date: textOf(snapshot.permissionExpiresAt),
    refresh: { credentials_stored: storesCredentials, refresh_allowed: isRefreshAllowed(snapshot) },
    first_success: textOf(snapshot.firstSuccess) ?? '',
    last_success: textOf(snapshot.lastSuccess) ?? '',
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
  };
}

/** Whether a refresh without the user can work now. */
function isRefreshAllowed(snapshot: LoginIdentitySnapshot): boolean {
  const { storesCredentials, refreshesWithoutUser, permissionExpired, status } = snapshot;
  const waits = FINAL_STATES.some((final) => final === status);
  return waits && storesCredentials && refreshesWithoutUser && !permissionExpired;
}

function billedOf(progress: ProductProgresses): string[] {
  return Object.entries(progress)
    .filter(([, { lastSuccess }]) => lastSuccess !== null)
    .map(([product]) => product.toUpperCase());
}

/** The older error shape: a number and texts. */
function errorOf({ code, explanation }: LoginFailure): LoginIdentityError {
  const { message } = errorCatalogue[code];
  return { code: legacyCodeOf(code), type: code, message, details: explanation };
}

function textOf(instant: Date | null): string | undefined {
  return instant?.toISOString();
}
