import type { CallbackSigner } from '../../base/callbacks/callbacks.service.js';
import { Parties } from '../../base/parties/gateways.js';
import type { CallbackFact } from './card-callbacks.js';

/** Format and signature of one simulated card gateway's call-backs. */
export interface CardProtocol extends CallbackSigner {
  callbackBody(fact: CallbackFact): object;
}

export class CardProtocols extends Parties<CardProtocol> {}
