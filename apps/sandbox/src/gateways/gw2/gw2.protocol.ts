import { createHmac } from 'node:crypto';

import { CardProtocol } from '../../cards/authorizations/ports.js';
import type { CallbackFact } from '../../cards/authorizations/callback-fact.js';
import type { DisputeFact } from '../../cards/disputes/dispute-fact.js';
import type { DisputeProtocol } from '../../cards/disputes/ports.js';
import { notification } from './gw2.answers.js';
import { disputeNotification } from './gw2.disputes.js';

/** Two headers: the time in ms, and base64 of HMAC-SHA256 over the time, a line feed, the body. */
export class Gw2Protocol extends CardProtocol implements DisputeProtocol {
  override readonly gateway = 'GW2';

  constructor(private readonly secret: string) {
    super();
  }

  override callbackBody(fact: CallbackFact): object {
    return notification(fact);
  }

  disputeBody(fact: DisputeFact): object {
    return disputeNotification(fact);
  }

  override callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>> {
    const timestamp = String(sentAt.getTime());
    const mac = createHmac('sha256', this.secret).update(`${timestamp}\n${body}`);
    return { 'x-gw2-timestamp': timestamp, 'x-gw2-signature': mac.digest('base64') };
  }
}
