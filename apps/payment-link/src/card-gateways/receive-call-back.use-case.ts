import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId, type PaymentAttemptId } from '@towpath/kernel';
import { Inbox, Transactions } from '@towpath/persistence';
import { FollowUpAttempt } from '../payment-links/follow-up-attempt.use-case.js';
import { PursueAttempt } from '../payment-links/pursue-attempt.use-case.js';
import { CardGatewayRegistry } from './card-gateway-registry.js';
import type { RawCallBack } from './ports.js';

/**
 * A card gateway calls. What it says is not believed: it only makes us ask, so that call-backs may
 * be late, repeated or out of order. Accepted means that the question is stored and will be asked.
 */
@Injectable()
export class ReceiveCallBack {
  static readonly errors = ['UNAUTHORIZED', 'INVALID_REQUEST'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly inbox: Inbox,
    private readonly gateways: CardGatewayRegistry,
    private readonly followUp: FollowUpAttempt,
    private readonly pursue: PursueAttempt,
  ) {}

  async execute(integrationId: string, raw: RawCallBack): Promise<void> {
    const [connector] = this.gateways.forCallBack(integrationId);
    if (!connector) throw new DomainError('UNAUTHORIZED', 'No such card gateway calls back here.');
    const callBack = connector.readCallBack(raw);
    const customerAppId = parseId<CustomerAppId>(callBack.customerAppId);
    const attemptId = parseId<PaymentAttemptId>(callBack.reference);
    if (!customerAppId || !attemptId) return;
    const next = await this.transactions.forApp(customerAppId, async (tx) => {
      const group = `call-backs of ${connector.integrationId}`;
      const event = { group, eventId: callBack.eventId, customerAppId };
      const isNew = await this.inbox.firstTime(tx, event);
      return isNew ? this.followUp.wake(tx, attemptId) : null;
    });
    if (next) await this.pursue.execute(next);
  }
}
