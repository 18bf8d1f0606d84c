import { createHmac, hkdfSync } from 'node:crypto';

/** Keyed hashes that recognise an account without storing its number. */
export class AccountFingerprints {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'account fingerprints', 32));
  }

  of(accountNumber: string): string {
    const written = accountNumber.replace(/[\s-]/gu, '').toUpperCase();
    const digest = createHmac('sha256', this.key).update(written).digest();
    return digest.subarray(0, 12).toString('hex').toUpperCase();
  }
}
