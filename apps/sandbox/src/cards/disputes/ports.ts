import { Parties } from '../../base/parties/parties.js';
import type { DisputeFact } from './dispute-fact.js';

/** Format of one simulated card gateway's notifications about disputes. */
export interface DisputeProtocol {
  readonly gateway: string;
  /** A notification about a dispute, which is also how the gateway answers about it. */
  disputeBody(fact: DisputeFact): object;
}

export class DisputeProtocols extends Parties<DisputeProtocol> {}
