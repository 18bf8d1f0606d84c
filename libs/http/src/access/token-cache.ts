import type { AccessTokenClaims } from '@towpath/contracts';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';

export interface VerifiedToken {
  readonly claims: AccessTokenClaims;
  /** ID of the key that signed it: a withdrawn key withdraws its tokens. */
  readonly keyId: string;
}

const CAPACITY = 20_000;

/** Caches verified signatures by a hash of the token; it drops the least recently used one. */
export class TokenCache extends LRUCache<string, VerifiedToken> {
  constructor(capacity = CAPACITY) {
    super({ max: capacity });
  }

  static keyOf(token: string): string {
    return hash('sha256', token, 'base64');
  }
}
