import { Injectable } from '@nestjs/common';
import { errorCatalogue, legacyCodeOf } from '@towpath/contracts';
import type {
  LoginIdentity as LoginIdentityBody,
  LoginIdentityError,
  LoginIdentityResponse,
  ProductStatuses,
} from '@towpath/contracts/account-data';
import type { LoginFailure, LoginIdentitySnapshot } from './domain/login-identity.js';
import { FINAL_STATES } from './domain/login-identity.transitions.js';
import type { ProductProgresses } from './domain/product-outcome.js';
import { InstitutionSummaries } from './institution-summaries.js';

/** Login identities as answers show them. */
@Injectable()
export class LoginIdentityViews {
  constructor(private readonly summaries: InstitutionSummaries) {}

  body(snapshot: LoginIdentitySnapshot): LoginIdentityResponse {
    return {
      login_identity: loginIdentityBody(snapshot),
      institution: this.summaries.of(snapshot.institutionId),
    };
  }
}

export function loginIdentityBody(snapshot: LoginIdentitySnapshot): LoginIdentityBody {
  const { eventName, failure } = snapshot;
  return {
    ...identifiersOf(snapshot),
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
    login_methods_available: { havePassword: snapshot.storesCredentials, haveSecret: false },
    billing_details: { billed_products: billedOf(snapshot.progress) },
    permissions: snapshot.products.map((product) => product.toUpperCase()),
    permissions_grant_date: snapshot.permissionGrantedAt.toISOString(),
    permissions_expiry_date: textOf(snapshot.permissionExpiresAt),
    refresh: {
      credentials_stored: snapshot.storesCredentials,
      refresh_allowed: isRefreshAllowed(snapshot),
    },
    first_success: textOf(snapshot.firstSuccess) ?? '',
    last_success: textOf(snapshot.lastSuccess) ?? '',
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
  };
}

/** Whether a refresh without the user can work now. */
export function isRefreshAllowed(snapshot: LoginIdentitySnapshot): boolean {
  const { storesCredentials, refreshesWithoutUser, permissionExpired, status } = snapshot;
  const waits = FINAL_STATES.some((final) => final === status);
  return waits && storesCredentials && refreshesWithoutUser && !permissionExpired;
}

function identifiersOf(snapshot: LoginIdentitySnapshot) {
  return {
    login_identity_id: snapshot.loginIdentityId,
    customer_app_id: snapshot.customerAppId,
    user_id: snapshot.userId,
    institution_id: snapshot.institutionId,
    username_hash_id: snapshot.usernameHashId ?? undefined,
    linking_attempt_id: snapshot.linkingAttemptId,
    authentication_id: snapshot.authenticationId ?? undefined,
    last_session_id: snapshot.sessionId,
  };
}

/** The form of `product_status`. */
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
