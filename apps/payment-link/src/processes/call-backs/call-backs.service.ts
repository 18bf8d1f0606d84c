import { Injectable } from '@nestjs/common';
import { handleEach, readByAny, type ReceivedCallBack } from '@towpath/http';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import {
  CardGatewayRegistry,
  type CardCallBack,
  type CardGatewayConnector,
} from '../../cards/card-gateways/ports.js';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { ChargeConversation } from '../../cards/charges/charge.conversation.js';
import { GatewayNotesService } from '../../cards/gateway-notes/gateway-notes.service.js';
import { AttemptConversation } from '../../links/card-attempts/attempt.conversation.js';
import { CallBacksReads, type CardSubject } from './call-backs.reads.js';

type Question = () => Promise<unknown>;

/** Of one body; the schedule asks about the others. */
const MAX_ASKED_AT_ONCE = 8;

@Injectable()
export class CallBacksService {
  constructor(
    private readonly db: Transactions,
    private readonly notes: GatewayNotesService,
    private readonly gateways: CardGatewayRegistry,
    private readonly reads: CallBacksReads,
    private readonly attempts: AttemptConversation,
    private readonly charges: ChargeConversation,
    private readonly refunds: CardRefundConversation,
  ) {}

  /**
   * The content of a call-back is never trusted: it only makes us ask, so call-backs may be late,
   * repeated or out of order. An accepted call-back means that the questions are stored.
   * @returns the body of our answer; null for none
   */
  async receive({ integrationId, ...received }: ReceivedCallBack): Promise<string | null> {
    const { reader, events, answer } = await readByAny(
      this.gateways.named(integrationId),
      received,
      'No such card gateway calls back here.',
    );
    const questions: Question[] = [];
    try {
      await handleEach(events, async (event) => {
        questions.push(...(await this.store(reader, event)));
      });
    } finally {
      await Promise.all(questions.slice(0, MAX_ASKED_AT_ONCE).map((ask) => ask()));
    }
    return answer;
  }

  /** Once for each event: what to ask after the commit. */
  private async store(connector: CardGatewayConnector, event: CardCallBack): Promise<Question[]> {
    const subject = await this.subjectOf(connector, event);
    if (!subject) return [];
    const { customerAppId, reference } = subject;
    return this.db.forApp(customerAppId, async (tx) => {
      const isNew = await this.notes.take(tx, { ...event, place: connector, reference });
      assertSameType(connector, tx);
      return isNew ? this.wake(tx, reference) : [];
    });
  }

  private async subjectOf(
    { integrationId, connector }: CardGatewayConnector,
    event: CardCallBack,
  ): Promise<CardSubject | null> {
    const { reference, gatewayReference } = event;
    const customerAppId =
      event.customerAppId === null ? null : parseId<CustomerAppId>(event.customerAppId);
    if (customerAppId === undefined) return null;
    if (customerAppId !== null && reference !== null) return { customerAppId, reference };
    if (gatewayReference === null) return null;
    return this.reads.subjectOf({ integrationId, connector, gatewayReference, customerAppId });
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
}

/** A test secret never signs for a live app. */
function assertSameType({ appType }: CardGatewayConnector, { customerApp }: AppTx): void {
  if (customerApp.type === appType) return;
  throw new DomainError('UNAUTHORIZED', 'The call-back is signed for apps of another type.');
}
