import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Inbox, Transactions, type AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../../cards/card-gateways/card-gateway-registry.js';
import type { CardGatewayConnector, RawCallBack } from '../../cards/card-gateways/ports.js';
import { AskGateway } from './ask-gateway.js';

/**
 * Receives a call-back of a card gateway. Its content is never trusted: it only makes us ask, so
 * call-backs may be late, repeated or out of order. An accepted call-back means that the question
 * is stored.
 */
@Injectable()
export class ReceiveCallBack {
  constructor(
    private readonly transactions: Transactions,
    private readonly inbox: Inbox,
    private readonly gateways: CardGatewayRegistry,
    private readonly questions: AskGateway,
  ) {}

  async execute(integrationId: string, raw: RawCallBack): Promise<void> {
    const { connector, callBack } = this.read(integrationId, raw);
    const { eventId, reference } = callBack;
    const customerAppId = parseId<CustomerAppId>(callBack.customerAppId);
    if (!customerAppId) return;
    const ask = await this.transactions.forApp(customerAppId, async (tx) => {
      const group = `call-backs of ${connector.integrationId}`;
      const isNew = await this.inbox.firstTime(tx, { group, eventId, customerAppId });
      assertSameType(connector, tx);
      return isNew ? this.questions.wake(tx, reference) : null;
    });
    await ask?.();
  }

  /** Reads the call-back with the connector whose secret signed it, of test or live apps. */
  private read(integrationId: string, raw: RawCallBack) {
    let refusal: unknown;
    for (const connector of this.gateways.forCallBack(integrationId)) {
      try {
        return { connector, callBack: connector.readCallBack(raw) };
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal ?? new DomainError('UNAUTHORIZED', 'No such card gateway calls back here.');
  }
}

/** A test secret never signs for a live app. */
function assertSameType({ appType }: CardGatewayConnector, { customerApp }: AppTx): void {
  if (customerApp.type === appType) return;
  throw new DomainError('UNAUTHORIZED', 'The call-back is signed for apps of another type.');
}
