import { createHmac } from 'node:crypto';

import { CardProtocol } from '../../cards/authorizations/ports.js';
import type { CallbackFact } from '../../cards/authorizations/callback-fact.js';
import type { DisputeFact } from '../../cards/disputes/dispute-fact.js';
import type { DisputeProtocol } from '../../cards/disputes/ports.js';
import { webhookBody } from './gw4.answers.js';
import { disputeNotification } from './gw4.disputes.js';

const MS_PER_S = 1_000;

/** `created=<unix s>; sha512=<hex HMAC-SHA512 of "created:body">` in one header. */
export class Gw4Protocol extends CardProtocol implements DisputeProtocol {
  override readonly gateway = 'GW4';

  constructor(private readonly secret: string) {
    super();
  }

  override callbackBody(fact: CallbackFact): object {
    return webhookBody(fact);
  }

  disputeBody(fact: DisputeFact): object {
    return disputeNotification(fact);
  }

  override callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>> {
    const created = Math.floor(sentAt.getTime() / MS_PER_S);
    const mac = createHmac('sha512', this.secret).update(`${created}:${body}`).digest('hex');
    return { 'gw4-signature': `created=${created}; sha512=${mac}` };
  }
}
