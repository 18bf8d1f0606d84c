import { createHmac, timingSafeEqual } from 'node:crypto';

interface NestClaim {
  readonly session: string;
  /** Of the page that embeds the fields. */
  readonly origin: string;
  /** Origins of the pages that may stand around that page, joined by spaces. */
  readonly within: string;
  readonly proof: string;
}

const SOURCES = /^https?:\/\/[a-z0-9.:-]+( https?:\/\/[a-z0-9.:-]+)*$/;

/**
 * True when the merchant's server named these pages: only it knows the secret. Whoever else opens
 * the fields cannot add a site to those that may frame them.
 */
export function isProvenNest(claim: NestClaim, secret: string): boolean {
  if (!SOURCES.test(claim.within)) return false;
  const content = [claim.session, claim.origin, claim.within].join('\n');
  const expected = createHmac('sha256', secret).update(content).digest();
  const given = Buffer.from(claim.proof, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
