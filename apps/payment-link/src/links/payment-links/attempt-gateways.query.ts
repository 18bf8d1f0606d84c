import { Injectable } from '@nestjs/common';
import type { PaymentAttemptId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';

/** Which gateway each attempt was made at. */
@Injectable()
export class AttemptGateways {
  constructor(private readonly links: PaymentLinkRepository) {}

  execute(
    tx: AppTx,
    attemptIds: readonly PaymentAttemptId[],
  ): Promise<ReadonlyMap<PaymentAttemptId, string>> {
    return this.links.gatewaysOf(tx, attemptIds);
  }
}
