import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import type { ClaimedDelivery } from '../sending/delivery.js';
import { DeliveryClaims } from './persistence/delivery-claims.js';

/** Gives deliveries back before their leases end: others need not wait for it. */
@Injectable()
export class ReleaseDeliveries {
  constructor(
    private readonly transactions: Transactions,
    private readonly claims: DeliveryClaims,
    private readonly time: RealTime,
  ) {}

  execute(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return this.transactions.asWorker(async (tx) => {
      await tx.begun;
      await this.claims.release(tx, deliveries, this.time.of(tx));
    });
  }
}
