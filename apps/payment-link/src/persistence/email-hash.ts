import { Injectable } from '@nestjs/common';
import { KeyedHash } from '@towpath/persistence';
import { CONTENT_HASH_KEY } from './key-purposes.js';

/** Finds the rows of an e-mail address, of which they keep nothing that can be read. */
@Injectable()
export class EmailHash {
  constructor(private readonly hash: KeyedHash) {}

  of(email: string | null): string | null {
    return email === null ? null : this.hash.hash(CONTENT_HASH_KEY, hashed(email));
  }

  /** Under each version of the key. */
  candidates(email: string): string[] {
    return this.hash.candidates(CONTENT_HASH_KEY, hashed(email));
  }
}

/** No content of a request begins like this. */
const hashed = (email: string): string => `e-mail ${email.trim().toLowerCase()}`;
