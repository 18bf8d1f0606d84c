import { Injectable } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';

import type { PartyName } from '../parties/gateways.js';

interface SettledRange {
  readonly gateway: PartyName;
  /** Inclusive, on the apps' clocks. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly customerAppId?: string | undefined;
  /** Payouts alone, else all but them. */
  readonly payouts?: boolean;
  /** The `entry_id` of the last entry of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface SettledEntry {
  readonly entry_id: string;
  readonly kind: 'CHARGE' | 'REFUND' | 'RETURN' | 'PAYOUT';
  readonly reference: string;
  readonly payment_id: string;
  readonly customer_app_id: string;
  readonly psp_reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly settled_at: Date;
}

interface SettledPage {
  readonly entries: readonly SettledEntry[];
  readonly more: boolean;
}

/** Money that moved in a range of time, oldest first, for reconciliation. */
@Injectable()
export class ListSettled {
  constructor(private readonly transactions: Transactions) {}

  async execute(range: SettledRange): Promise<SettledPage> {
    const { gateway, from, to, customerAppId = null, after = null, limit } = range;
    const { payouts = false } = range;
    const entries = await this.transactions.asWorker((tx) =>
      tx.query<SettledEntry>(
        byValues(`SELECT entry_id, kind, reference, payment_id, customer_app_id, psp_reference, amount,
           currency, booked_at AS settled_at
         FROM ledger_entries
         WHERE gateway = $1 AND booked_at >= $2 AND booked_at < $3
           AND (kind = 'PAYOUT') = $7
           AND ($4::text IS NULL OR customer_app_id = $4)
           AND ($5::text IS NULL OR (booked_at, entry_id) >
             (SELECT booked_at, entry_id FROM ledger_entries WHERE entry_id = $5))
         ORDER BY booked_at, entry_id LIMIT $6`),
        [gateway, from, to, customerAppId, after, limit + 1, payouts],
      ),
    );
    return { entries: entries.slice(0, limit), more: entries.length > limit };
  }
}
