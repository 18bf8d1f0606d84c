import type { AccessTokenClaims } from '@towpath/contracts';
import { hash } from 'node:crypto';

export interface VerifiedToken {
  readonly claims: AccessTokenClaims;
  /** ID of the key that signed it: a withdrawn key withdraws its tokens. */
  readonly keyId: string;
}

const CAPACITY = 20_000;

/** Remembers verified signatures by a hash of the token; drops the one unused for longest. */
export class TokenCache {
  readonly #entries = new Map<string, VerifiedToken>();

  constructor(private readonly capacity = CAPACITY) {}

  static keyOf(token: string): string {
    return hash('sha256', token, 'base64');
  }

  get(key: string): VerifiedToken | undefined {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  set(key: string, entry: VerifiedToken): void {
    this.#entries.set(key, entry);
    if (this.#entries.size <= this.capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
