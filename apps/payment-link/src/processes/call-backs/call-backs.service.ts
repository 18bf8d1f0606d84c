import { Injectable } from '@nestjs/common';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
} from '@towpath/kernel';
import { Inbox, Transactions, type AppTx } from '@towpath/persistence';
import {
  type CardGatewayConnector,
  type RawCallBack,
  CardGatewayRegistry,
} from '../../cards/card-gateways/ports.js';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { AttemptConversation } from '../../links/card-attempts/attempt.conversation.js';

type Question = () => Promise<unknown>;

@Injectable()
export class CallBacksService {
  constructor(
    private readonly db: Transactions,
    private readonly inbox: Inbox,
    private readonly gateways: CardGatewayRegistry,
    private readonly attempts: AttemptConversation,
    private readonly charges: ChargeConversation,
    private readonly refunds: CardRefundConversation,
  ) {}

  /**
   * The content of a call-back is never trusted: it only makes us ask, so call-backs may be late,
   * repeated or out of order. An accepted call-back means that the questions are stored.
   */
  async receive(integrationId: string, raw: RawCallBack): Promise<void> {
    const { connector, callBack } = this.read(integrationId, raw);
    const { eventId, reference } = callBack;
    const customerAppId = parseId<CustomerAppId>(callBack.customerAppId);
    if (!customerAppId) return;
    const questions = await this.db.forApp(customerAppId, async (tx) => {
      const group = `call-backs of ${connector.integrationId}`;
      const isNew = await this.inbox.firstTime(tx, { group, eventId, customerAppId });
      assertSameType(connector, tx);
      return isNew ? this.wake(tx, reference) : [];
    });
    for (const ask of questions) await ask();
  }

  /** Of the attempt or charge of the reference, and its refunds; to be asked after the commit. */
  private async wake(tx: AppTx, reference: string): Promise<Question[]> {
    const charge = await this.wakeCharge(tx, reference);
    const refunds = await this.refunds.wakeAllOf(tx, reference);
    return [...charge, ...refunds.map((question) => () => this.refunds.hold(question))];
  }

  private async wakeCharge(tx: AppTx, reference: string): Promise<Question[]> {
    const attemptId = parseId<PaymentAttemptId>(reference);
    const ofAttempt = attemptId && (await this.attempts.wake(tx, attemptId));
    if (ofAttempt) return [() => this.attempts.hold(ofAttempt)];
    const paymentId = parseId<PaymentId>(reference);
    const question = paymentId && (await this.charges.wake(tx, paymentId));
    return question ? [() => this.charges.hold(question)] : [];
  }

  /** Reads the call-back with the connector whose secret signed it, of test or live apps. */
  private read(integrationId: string, raw: RawCallBack) {
    let refusal: unknown;
    for (const connector of this.gateways.named(integrationId)) {
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
