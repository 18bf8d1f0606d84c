import { Injectable } from '@nestjs/common';
import { canonicalJson, KeyedHash } from '@towpath/persistence';
import { CONTENT_HASH_KEY } from './key-purposes.js';

/** Tells whether two requests ask for the same, without keeping what they asked for. */
@Injectable()
export class ContentHash {
  constructor(private readonly hash: KeyedHash) {}

  of(content: object): string {
    return this.hash.hash(CONTENT_HASH_KEY, canonicalJson(content));
  }

  matches(stored: string, content: object): boolean {
    return this.hash.verify(CONTENT_HASH_KEY, { stored, value: canonicalJson(content) });
  }
}
