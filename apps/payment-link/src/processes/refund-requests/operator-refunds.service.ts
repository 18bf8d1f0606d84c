import { Injectable } from '@nestjs/common';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { DomainError, newId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { CardRefundConversation } from '../../cards/card-refunds/card-refund.conversation.js';
import { CardRefundsService } from '../../cards/card-refunds/card-refunds.service.js';
import type { Payment } from '../../money/payments/payment.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import type { RefundId } from '../../money/refunds/refund.table.js';
import { RefundsReads } from '../../money/refunds/refunds.reads.js';
import { RefundRequestsService } from './refund-requests.service.js';

/** What an operator refunds. Amount: minor units; all that is left when undefined. */
interface OperatorRefund {
  readonly paymentId: string;
  readonly amount: number | undefined;
}

interface TriedRefund {
  readonly status: string;
  readonly currency: string;
  readonly type: string;
  /** Minor units that may be refunded. */
  readonly left: number;
  /** Why it would not be made. */
  readonly refusal: string | undefined;
}

/** Takes back what a transaction has tried. */
class Undone extends Error {}

/** Refunds that operators make for a customer app. */
@Injectable()
export class OperatorRefundsService {
  constructor(
    private readonly db: Transactions,
    private readonly refunds: CardRefundsService,
    private readonly conversation: CardRefundConversation,
    private readonly refundsReads: RefundsReads,
    private readonly payments: PaymentsService,
    private readonly requests: RefundRequestsService,
  ) {}

  /** An operator refunds it, by the same rules. A repeat with the ID of the refund finds it made. */
  async create(
    app: CustomerAppId,
    { refundId, ...asked }: OperatorRefund & { readonly refundId: RefundId },
  ): Promise<RefundResponse> {
    const begin = async (tx: AppTx): Promise<void> => {
      const known = await this.refundsReads.find(tx, refundId);
      if (!known) await this.start(tx, asked, refundId);
      else if (known.paymentId !== asked.paymentId) throw reused();
    };
    await this.db.forApp(app, begin, { retryOn: ['refunds_pkey'] });
    await this.conversation.start(app, refundId);
    return this.refundsReads.get(app, refundId);
  }

  /** What `create` would do: its rules decide, and nothing of it stays. */
  async tryOut(app: CustomerAppId, asked: OperatorRefund): Promise<TriedRefund> {
    const funds = await this.db.forApp(
      app,
      async (tx) => {
        const { payment, left } = await this.payments.findRefundable(tx, asked.paymentId);
        const { status, currency, type } = payment.snapshot;
        return { status, currency, type, left };
      },
      { readOnly: true },
    );
    const refusal = await this.db
      .forApp(app, async (tx) => {
        await tx.begun;
        await this.start(tx, asked, newId<RefundId>(tx.systemNow));
        throw new Undone();
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return undefined;
        if (error instanceof DomainError) return error.explanation;
        throw error;
      });
    return { ...funds, refusal };
  }

  private start(tx: AppTx, { paymentId, amount }: OperatorRefund, byOperator: RefundId) {
    const chargedAt = (payment: Payment) => this.requests.chargedAt(tx, payment);
    return this.refunds.start(tx, { paymentId, asked: { amount }, byOperator, chargedAt });
  }
}

function reused(): DomainError {
  return new DomainError(
    'IDEMPOTENCY_KEY_REUSED',
    'The ID is that of a refund of another payment.',
  );
}
