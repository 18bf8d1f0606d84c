import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import type { DueEndpoint } from '../../recording/queue/delivery-doorbell.js';
import { DeliveryClaims } from './persistence/delivery-claims.js';

/** Endpoints that something could be sent to now. */
@Injectable()
export class FindDueEndpoints {
  constructor(
    private readonly transactions: Transactions,
    private readonly claims: DeliveryClaims,
    private readonly time: RealTime,
  ) {}

  execute(): Promise<DueEndpoint[]> {
    return this.transactions.asWorker((tx) => this.claims.due(tx, this.time.of(tx)));
  }
}
