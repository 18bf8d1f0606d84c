import type { Permission, SessionTerms, Values } from './login-identity.values.js';
import { keepProducts, type Product } from './product-outcome.js';

/** The products that the user's consent covers at an instant: none after its end. */
export function coveredProducts(
  consent: Pick<Values, 'products' | 'permissionExpired' | 'permissionExpiresAt'>,
  at: Date,
): readonly Product[] {
  const { products, permissionExpired, permissionExpiresAt: end } = consent;
  return permissionExpired || (end !== null && end <= at) ? [] : products;
}

/**
 * A new consent. Where it is narrower it counts at once, also if the login fails. Where it is wider
 * it counts when the institution has accepted the login, which proves whose consent it is.
 */
export function proposeConsent(
  known: Pick<Values, 'products' | 'progress' | 'erasureDueAt'>,
  began: SessionTerms & Permission,
  at: Date,
): Partial<Values> {
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
}: Pick<Values, 'proposal' | 'progress' | 'permissionExpired'>): Partial<Values> {
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
