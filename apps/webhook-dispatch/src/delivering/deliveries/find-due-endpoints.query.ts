import { Injectable } from '@nestjs/common';
import { plusMs } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { DueEndpoint } from '../../recording/queue/delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';
import { DeliveryClaims } from './persistence/delivery-claims.js';

export interface DueEndpoints {
  /** Those that something could be sent to now. */
  readonly now: readonly DueEndpoint[];
  /** Whether more endpoints have deliveries that are due within the given time. */
  readonly more: boolean;
}

/** Endpoints that something could be sent to, now or soon. */
@Injectable()
export class FindDueEndpoints {
  constructor(
    private readonly transactions: Transactions,
    private readonly claims: DeliveryClaims,
    private readonly time: RealTime,
  ) {}

  /** @param withinMs how soon `more` is */
  execute(withinMs: number): Promise<DueEndpoints> {
    return this.transactions.asWorker(async (tx) => {
      await tx.begun;
      const at = this.time.of(tx);
      const all = await this.claims.dueBy(tx, plusMs(at, withinMs));
      const now = all.filter(({ dueAt }) => dueAt <= at);
      return { now, more: all.length > now.length };
    });
  }
}
