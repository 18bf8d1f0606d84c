import { createHmac, hkdfSync } from 'node:crypto';

import type { CardExpiry } from './domain/card-expiry.js';

/**
 * Keyed hashes that recognize a card without its number. The key is derived from the secret of the
 * gateway, so a leaked table does not allow guessing.
 */
export class CardFingerprints {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'card fingerprints', 32));
  }

  /** The same for every expiry date: a reissued card keeps it. */
  ofAccount(digits: string): string {
    return this.hash(['account', digits]);
  }

  /** Another for another expiry date. */
  ofNumber(digits: string, { month, year }: CardExpiry): string {
    return this.hash(['number', digits, month, year]);
  }

  private hash(parts: readonly (string | number)[]): string {
    const digest = createHmac('sha256', this.key).update(JSON.stringify(parts)).digest();
    return digest.subarray(0, 12).toString('hex').toUpperCase();
  }
}
