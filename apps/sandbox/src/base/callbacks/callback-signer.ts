import { Parties } from '../parties/parties.js';

/** The signature of one simulated party's call-backs. */
export abstract class CallbackSigner {
  abstract readonly gateway: string;
  /** Headers that prove the sender. `sentAt` is real time. */
  abstract callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>>;
}

/** Finds who signs the call-backs of a party. */
export class CallbackSigners extends Parties<CallbackSigner> {}
