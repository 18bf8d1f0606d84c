import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import { PaymentsReads } from '../../money/payments/payments.reads.js';
import { RefundsReads } from '../../money/refunds/refunds.reads.js';

const PAGE = 200;

/** What we executed in a period, whether or not a gateway knows it. */
@Injectable()
export class ExecutedHere {
  constructor(
    private readonly paymentsReads: PaymentsReads,
    private readonly refundsReads: RefundsReads,
  ) {}

  /** A page of payments; the first one also has those whose refund was executed, of which few are. */
  async page(
    tx: AppTx,
    period: SettlementPeriod,
    after: PaymentId | null,
  ): Promise<{ readonly subjects: readonly PaymentId[]; readonly next: PaymentId | null }> {
    const paid = await this.paymentsReads.executedBetween(tx, period, { after, limit: PAGE });
    const returned = after === null ? await this.refundsReads.executedBetween(tx, period) : [];
    const next = paid.length === PAGE ? (paid.at(-1) ?? null) : null;
    return { subjects: [...paid, ...returned], next };
  }
}
