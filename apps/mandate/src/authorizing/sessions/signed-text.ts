import { Injectable } from '@nestjs/common';
import { KeyedHash } from '@towpath/persistence';
import { SignedTexts } from '@towpath/service';
import { LINK_URL_KEY } from '../../persistence/key-purposes.js';
import type { MandateSessionId } from './ports.js';

/** The purpose of a text: a text for one purpose is never valid for another. */
export type SignedPurpose = 'open' | 'browser' | `login ${string}` | `return ${string}`;

/** Texts that name a session in which a mandate is authorized. */
@Injectable()
export class SignedText extends SignedTexts<MandateSessionId, SignedPurpose> {
  constructor(hash: KeyedHash) {
    super(hash, LINK_URL_KEY);
  }
}
