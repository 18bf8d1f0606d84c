import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx, type Question } from '@towpath/persistence';
import { KeptMoneyService } from '../../money/kept-money/kept-money.service.js';
import type { Refund } from '../../money/refunds/refund.js';
import type { RefundId, RefundedCharge } from '../../money/refunds/refund.table.js';
import { RefundsService } from '../../money/refunds/refunds.service.js';
import {
  GatewayUnavailable,
  type CardReference,
  type CardRefund,
  type CardRefundAnswer,
  CardGatewayRegistry,
} from '../card-gateways/ports.js';

interface RefundConversation {
  readonly id: RefundId;
  readonly locked: Refund;
  readonly order: {
    readonly charge: (RefundedCharge & Pick<CardReference, 'customerAppId'>) | null;
    readonly refund: CardRefund;
  };
  readonly call: 'REFUND' | 'FIND';
  readonly answer: CardRefundAnswer;
  readonly taken: { readonly next: null };
}

/**
 * Sends a committed refund to the gateway and records its decision. The gateway knows the refund by
 * its ID, so a repeat is safe. An executed one is only asked about: it may fail after its success.
 */
@Injectable()
export class CardRefundConversation extends defineConversation<RefundConversation>({
  name: 'follow-up-card-refunds',
  table: 'refunds',
  id: 'refund_id',
  dueAt: 'follow_up_at',
  maxCalls: 1,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly refunds: RefundsService,
    private readonly keptMoney: KeptMoneyService,
    private readonly gateways: CardGatewayRegistry,
  ) {
    super(transactions, logger);
  }

  /** After a call-back about a charge: its refunds that may still change. */
  async wakeAllOf(tx: AppTx, chargeReference: string): Promise<Question<RefundConversation>[]> {
    const open = await this.refunds.lockAllOf(tx, chargeReference);
    const questions: Question<RefundConversation>[] = [];
    for (const { snapshot } of open) {
      const question = await this.wake(tx, snapshot.refundId);
      if (question) questions.push(question);
    }
    return questions;
  }

  /** As after a call-back; the job asks. */
  async makeDueOf(tx: AppTx, chargeReference: string): Promise<void> {
    for (const refund of await this.refunds.lockAllOf(tx, chargeReference)) {
      refund.schedule.makeDue(tx.now);
      this.refunds.reschedule(tx, refund);
    }
  }

  protected override lock(tx: AppTx, refundId: RefundId): Promise<Refund | null> {
    return this.refunds.lock(tx, refundId);
  }

  protected override scheduleOf({ schedule }: Refund) {
    return schedule;
  }

  /** A refund that a payout sends back has no charge. */
  protected override callMs({ snapshot: { charge } }: Refund): number {
    return charge ? this.gateways.get(charge).callMs : 0;
  }

  protected override save(tx: AppTx, refund: Refund): void {
    this.refunds.reschedule(tx, refund);
  }

  protected override question(_tx: AppTx, { call, snapshot }: Refund) {
    const { refundId, amount, currency, customerAppId } = snapshot;
    const refund = { refundReference: refundId, amount, currency };
    const charge = snapshot.charge && { ...snapshot.charge, customerAppId };
    return { order: { charge, refund }, call };
  }

  protected override async ask(
    { charge, refund }: RefundConversation['order'],
    call: RefundConversation['call'],
  ) {
    if (!charge) return undefined;
    const key = { ...charge, recurringPaymentMode: null };
    const gateway = this.gateways.get(charge);
    return call === 'FIND' ? gateway.findRefund(key, refund) : gateway.refund(key, refund);
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof GatewayUnavailable;
  }

  protected override async take(tx: AppTx, refund: Refund, answer: CardRefundAnswer) {
    const step = this.refunds.settle(tx, refund, answer);
    const { paymentId, amount } = refund.snapshot;
    if (step === 'FAIL' || step === 'REVERSE')
      await this.keptMoney.refundFailed(tx, { paymentId, amount });
    return { next: null };
  }
}
