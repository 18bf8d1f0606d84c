import type { WriteBatch } from '@towpath/persistence';

import { CallbackSigner } from '../../base/callbacks/callback-signer.js';
import { Parties } from '../../base/parties/parties.js';
import type { CallbackFact } from './callback-fact.js';
import type { Authorization } from './domain/authorization.js';

/** Format and signature of one simulated card gateway's call-backs. */
export abstract class CardProtocol extends CallbackSigner {
  abstract callbackBody(fact: CallbackFact): object;
}

export class CardProtocols extends Parties<CardProtocol> {}

/** An authorization whose money was just captured. */
export interface CapturedCard {
  readonly authorization: Authorization;
  /** The app's clock. */
  readonly now: Date;
}

/** What follows from a capture, in the same statement. */
export abstract class CaptureFollower {
  abstract captured(batch: WriteBatch, captured: CapturedCard): void;
}
