import { createHmac, timingSafeEqual } from 'node:crypto';

interface NestClaim {
  readonly session: string;
  /** Origin of the page that embeds the fields. */
  readonly origin: string;
  /** Origins of the pages that may frame that page, joined by spaces. */
  readonly within: string;
  readonly proof: string;
}

const SOURCES = /^https?:\/\/[a-z0-9.:-]+( https?:\/\/[a-z0-9.:-]+)*$/;

/**
 * True if the merchant's server named these pages, because only it knows the secret. No other
 * opener of the fields can add a permitted site.
 */
export function isProvenNest(claim: NestClaim, secret: string): boolean {
  if (!SOURCES.test(claim.within)) return false;
  const content = [claim.session, claim.origin, claim.within].join('\n');
  const expected = createHmac('sha256', secret).update(content).digest();
  const given = Buffer.from(claim.proof, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
