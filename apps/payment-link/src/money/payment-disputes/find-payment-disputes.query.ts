import { Injectable } from '@nestjs/common';
import type { DisputeId, PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentDisputeRepository } from './persistence/payment-dispute.repository.js';

/** The latest dispute of each payment that has one, for those who show payments. */
@Injectable()
export class FindPaymentDisputes {
  constructor(private readonly disputes: PaymentDisputeRepository) {}

  execute(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, DisputeId>> {
    return this.disputes.latestOf(tx, paymentIds);
  }
}
