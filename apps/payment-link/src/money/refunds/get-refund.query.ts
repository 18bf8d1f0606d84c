import { Injectable } from '@nestjs/common';
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { RefundId } from './domain/refund.js';
import { RefundRepository } from './persistence/refund.repository.js';
import { refundBody } from './refund.view.js';

@Injectable()
export class GetRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly refunds: RefundRepository,
  ) {}

  execute(customerAppId: CustomerAppId, rawRefundId: string): Promise<RefundResponse> {
    const refundId = parseId<RefundId>(rawRefundId);
    if (!refundId) throw refundNotFound();
    return this.transactions.forApp(customerAppId, (tx) => this.body(tx, refundId));
  }

  /** In the caller's transaction. */
  async body(tx: AppTx, refundId: RefundId): Promise<RefundResponse> {
    const refund = await this.refunds.find(tx, refundId);
    if (!refund) throw refundNotFound();
    return refundBody(refund);
  }
}

function refundNotFound(): DomainError {
  return new DomainError('REFUND_NOT_FOUND', 'No refund has this ID.');
}
