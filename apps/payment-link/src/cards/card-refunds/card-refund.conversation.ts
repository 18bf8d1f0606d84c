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
  type CardRefund,
  type CardRefundAnswer,
  CardGatewayRegistry,
} from '../card-gateways/ports.js';

interface RefundConversation {
  readonly id: RefundId;
  readonly locked: Refund;
  readonly order: { readonly charge: RefundedCharge | null; readonly refund: CardRefund };
  readonly call: 'REFUND';
  readonly answer: CardRefundAnswer;
  readonly taken: { readonly next: null };
}

/**
 * Sends a committed refund to the gateway and records its decision. The gateway knows the refund by
 * its ID, so a repeat is safe: the question is always the refund itself.
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

  /** After a call-back about a charge: its undecided refunds. */
  async wakeAllOf(tx: AppTx, chargeReference: string): Promise<Question<RefundConversation>[]> {
    const open = await this.refunds.lockOpenOf(tx, chargeReference);
    const questions: Question<RefundConversation>[] = [];
    for (const { snapshot } of open) {
      const question = await this.wake(tx, snapshot.refundId);
      if (question) questions.push(question);
    }
    return questions;
  }

  protected override lock(tx: AppTx, refundId: RefundId): Promise<Refund | null> {
    return this.refunds.lock(tx, refundId);
  }

  protected override scheduleOf({ schedule }: Refund) {
    return schedule;
  }

  protected override save(tx: AppTx, refund: Refund): void {
    this.refunds.reschedule(tx, refund);
  }

  protected override question(_tx: AppTx, { openCharge, snapshot }: Refund) {
    const { refundId, amount, currency } = snapshot;
    const refund = { refundReference: refundId, amount, currency };
    return { order: { charge: openCharge, refund }, call: openCharge && ('REFUND' as const) };
  }

  protected override async ask({ charge, refund }: RefundConversation['order']) {
    if (!charge) return undefined;
    const key = { reference: charge.reference, recurringPaymentMode: null };
    return this.gateways.get(charge).refund(key, refund);
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof GatewayUnavailable;
  }

  protected override async take(tx: AppTx, refund: Refund, answer: CardRefundAnswer) {
    const step = this.refunds.settle(tx, refund, answer);
    const { paymentId, amount } = refund.snapshot;
    if (step === 'FAIL') await this.keptMoney.refundFailed(tx, { paymentId, amount });
    return { next: null };
  }
}
