import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { askOtherSide, type CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions, type AppTx } from '@towpath/persistence';
import { ReserveRefund } from '../../money/payments/reserve-refund.use-case.js';
import type { Refund, RefundId } from '../../money/refunds/domain/refund.js';
import { SettleRefund } from '../../money/refunds/settle-refund.use-case.js';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import { GatewayUnavailable, type CardRefundAnswer } from '../card-gateways/ports.js';

/**
 * Sends a committed refund to the gateway and records its decision. The gateway knows the refund by
 * its ID, so a repeat is safe. A missing answer never counts as an outcome: the refund stays
 * SUBMITTED, and the schedule sends it again.
 */
@Injectable()
export class PursueCardRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly settleRefund: SettleRefund,
    private readonly reserveRefund: ReserveRefund,
    private readonly gateways: CardGatewayRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(customerAppId: CustomerAppId, refundId: RefundId): Promise<void> {
    const refund = await this.transactions.forApp(customerAppId, (tx) =>
      this.settleRefund.lock(tx, refundId),
    );
    if (refund) await this.tell(refund);
  }

  /** The scheduled question; false when it is no longer due. */
  async followUp(customerAppId: CustomerAppId, refundId: RefundId): Promise<boolean> {
    const refund = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.settleRefund.lock(tx, refundId);
      return locked && (await this.settleRefund.claimFollowUp(tx, locked)) ? locked : null;
    });
    if (refund) await this.tell(refund);
    return refund !== null;
  }

  /**
   * In the transaction that accepts a call-back; the caller asks about each refund after the
   * commit. If this process dies first, the questions are due again in 10 s.
   */
  wake(tx: AppTx, chargeReference: string): Promise<RefundId[]> {
    return this.settleRefund.wake(tx, chargeReference);
  }

  private async tell(refund: Refund): Promise<void> {
    const answer = await this.ask(refund);
    if (!answer) return;
    const { customerAppId, refundId } = refund.snapshot;
    await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.settleRefund.lock(tx, refundId);
      if (locked) await this.record(tx, locked, answer);
    });
  }

  /** Undefined when nothing is left to ask, or the outcome is unknown. */
  private async ask({ openCharge, snapshot }: Refund): Promise<CardRefundAnswer | undefined> {
    if (!openCharge) return undefined;
    const { refundId, amount, currency } = snapshot;
    const connector = this.gateways.get(openCharge);
    const key = { reference: openCharge.reference, recurringPaymentMode: null };
    const order = { refundReference: refundId, amount, currency };
    return askOtherSide('REFUND', {
      about: { refundId },
      log: this.logger,
      nameOf: (call) => call,
      ask: () => connector.refund(key, order),
      isSilence: (error) => error instanceof GatewayUnavailable,
    });
  }

  private async record(tx: AppTx, refund: Refund, answer: CardRefundAnswer): Promise<void> {
    const step = await this.settleRefund.execute(tx, refund, answer);
    const { paymentId, amount } = refund.snapshot;
    if (step === 'FAIL') await this.reserveRefund.release(tx, { paymentId, amount });
  }
}
