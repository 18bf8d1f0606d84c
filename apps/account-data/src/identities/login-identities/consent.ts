import type { LoginIdentitySnapshot } from './login-identity.table.js';
import type { Permission, SessionTerms } from './login-values.js';
import { keepProducts, type Product } from './product-outcome.js';

type Term = Pick<LoginIdentitySnapshot, 'permissionExpired' | 'permissionExpiresAt'>;

/** Whether the consent has ended at an instant, also before a job has noticed it. */
export function isConsentOver({ permissionExpired, permissionExpiresAt }: Term, at: Date): boolean {
  return permissionExpired || (permissionExpiresAt !== null && permissionExpiresAt <= at);
}

/** The products that the user's consent covers at an instant: none after its end. */
export function coveredProducts(
  consent: Term & Pick<LoginIdentitySnapshot, 'products'>,
  at: Date,
): readonly Product[] {
  return isConsentOver(consent, at) ? [] : consent.products;
}

/**
 * A new consent. Where it is narrower it counts at once, also if the login fails. Where it is wider
 * it counts when the institution has accepted the login, which proves whose consent it is.
 */
export function proposeConsent(
  known: Pick<LoginIdentitySnapshot, 'products' | 'progress' | 'erasureDueAt'>,
  began: SessionTerms & Permission,
  at: Date,
): Partial<LoginIdentitySnapshot> {
  const { sessionId, linkingAttemptId, ...permission } = began;
  const kept = known.products.filter((product) => permission.products.includes(product));
  const isNarrower = kept.length < known.products.length;
  return {
    sessionId,
    linkingAttemptId,
    proposal: { ...permission, grantedAt: at },
    products: kept,
    progress: keepProducts(known.progress, kept),
    erasureDueAt: isNarrower ? at : known.erasureDueAt,
  };
}

/** The proposed consent, now accepted; nothing changes where there is none. */
export function takeConsent({
  proposal,
  progress,
  permissionExpired,
}: Pick<
  LoginIdentitySnapshot,
  'proposal' | 'progress' | 'permissionExpired'
>): Partial<LoginIdentitySnapshot> {
  if (!proposal) return {};
  const { grantedAt, ...permission } = proposal;
  return {
    ...permission,
    proposal: null,
    permissionGrantedAt: grantedAt,
    permissionExpired: false,
    // The rows of an expired consent are erased.
    progress: permissionExpired ? {} : progress,
  };
}
