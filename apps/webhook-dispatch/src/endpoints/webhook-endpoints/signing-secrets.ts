import { plusMs } from '@towpath/kernel';

/** A secret of an endpoint, as the receiver knows it: `whsec_` and base64. */
export interface SigningSecret {
  readonly secret: string;
  /** Null for the current one; a replaced one signs until then. */
  readonly expiresAt: Date | null;
}

/** Time in ms for which a replaced secret also signs. */
export const OVERLAP_MS = 24 * 3_600_000;
/** Rotating over and over must not make the signature header grow without end. */
const MOST_KEPT = 10;

/** The new secret first; the one it replaces signs for another day. */
export function rotated(
  secrets: readonly SigningSecret[],
  fresh: SigningSecret['secret'],
  at: Date,
): SigningSecret[] {
  const replaced = secrets.map(({ secret, expiresAt }) => ({
    secret,
    expiresAt: expiresAt ?? plusMs(at, OVERLAP_MS),
  }));
  return [{ secret: fresh, expiresAt: null }, ...valid(replaced, at)].slice(0, MOST_KEPT);
}

/** Those that sign at this time, the current one first. */
export function valid(secrets: readonly SigningSecret[], at: Date): SigningSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
}
