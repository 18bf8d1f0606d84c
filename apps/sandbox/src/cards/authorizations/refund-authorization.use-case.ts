import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import type { AuthorizationRecord, Refund, AuthorizationKey } from './domain/authorization.js';
import { AuthorizationsRepository } from './persistence/authorizations.repository.js';

/** Gives captured money back, in parts or at once. Repeatable by the reference of the refund. */
@Injectable()
export class RefundAuthorization {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
  ) {}

  execute(key: AuthorizationKey, refund: Refund): Promise<AuthorizationRecord> {
    const { refundReference } = refund;
    return this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.authorizations.get(tx, key);
      const known = await this.authorizations.findRefund(tx, { ...key, refundReference });
      if (known && known.amount !== refund.amount) {
        throw new GatewayRefusal('reference_reused', 'This refund reference has another amount.');
      }
      if (!known) {
        const { refundable } = authorization;
        if (refundable !== undefined && refund.amount > refundable) {
          const most = `At most ${refundable} can be refunded.`;
          throw new GatewayRefusal('refund_exceeds_charge', most);
        }
        authorization.refund(refund, now);
      }
      this.authorizations.save(tx, authorization);
      return authorization.record;
    });
  }
}
