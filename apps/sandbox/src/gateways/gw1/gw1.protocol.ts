import { createHmac } from 'node:crypto';

import { CardProtocol } from '../../cards/authorizations/ports.js';
import type { CallbackFact } from '../../cards/authorizations/callback-fact.js';
import type { DisputeFact } from '../../cards/disputes/dispute-fact.js';
import type { DisputeProtocol } from '../../cards/disputes/ports.js';
import { callbackBody } from './gw1.answers.js';
import { disputeNotification } from './gw1.disputes.js';

export const SIGNATURE_HEADER = 'gw-signature';

/** `t=<unix s>,v1=<hex HMAC-SHA256 of "t.body">`: the receiver checks the bytes as they arrived. */
function signCallback(secret: string, { body, at }: { body: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

export class Gw1Protocol extends CardProtocol implements DisputeProtocol {
  override readonly gateway = 'GW1';

  constructor(private readonly secret: string) {
    super();
  }

  override callbackBody(fact: CallbackFact): object {
    return callbackBody(fact);
  }

  disputeBody(fact: DisputeFact): object {
    return disputeNotification(fact);
  }

  override callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>> {
    return { [SIGNATURE_HEADER]: signCallback(this.secret, { body, at: sentAt }) };
  }
}
