import { createHmac, timingSafeEqual } from 'node:crypto';

const MOST_AGE_MS = 300_000;

export interface ClaimedMac {
  readonly algorithm: 'sha256' | 'sha512';
  /** The bytes that were signed. */
  readonly signed: Buffer;
  readonly claimed: Buffer;
  /** From the signing to now; below 0 when the sender's clock is ahead. */
  readonly ageMs: number;
}

/** Whether who knows `secret` signed these bytes within five minutes of now. */
export function isFreshMac(secret: string, mac: ClaimedMac): boolean {
  const { algorithm, signed, claimed, ageMs } = mac;
  const expected = createHmac(algorithm, secret).update(signed).digest();
  const isGenuine = claimed.length === expected.length && timingSafeEqual(expected, claimed);
  return isGenuine && Math.abs(ageMs) <= MOST_AGE_MS;
}
