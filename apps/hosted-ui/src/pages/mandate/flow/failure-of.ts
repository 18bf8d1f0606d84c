import type { MandateView } from '../api/mandate-view.js';

/** The failures that the page explains in its own words; every other code is `OTHER`. */
export const MANDATE_FAILURES = ['REJECTED', 'LOCKED', 'LOGIN', 'UNAVAILABLE', 'OTHER'] as const;

export type MandateFailure = (typeof MANDATE_FAILURES)[number];

const BY_CODE: Readonly<Record<string, MandateFailure>> = {
  PAYMENT_METHOD_DECLINED: 'REJECTED',
  TOO_MANY_ATTEMPTS: 'LOCKED',
  CREDENTIALS_INVALID: 'LOGIN',
  AUTHENTICATION_FAILED: 'LOGIN',
  INSTITUTION_UNAVAILABLE: 'UNAVAILABLE',
};

export function mandateFailureOf({ error }: Pick<MandateView, 'error'>): MandateFailure {
  const code = error?.error_code ?? '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  return known ?? 'OTHER';
}
