import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { byValues, Transactions, type Tx, type WriteBatch } from '@towpath/persistence';
import type { PartyName } from '../parties/parties.js';
import { ledgerEntries, type LedgerEntry } from './ledger-entry.table.js';

/** The gateways' books about one payment of a customer app. Amounts are minor units. */
interface LedgerPayment {
  readonly payment_id: string;
  readonly gateway: string;
  readonly currency: string;
  readonly references: readonly string[];
  readonly charged: number;
  /** Given back by the merchant or taken back by the bank. */
  readonly refunded: number;
  /** Number of captures; more than one means that the payer paid twice. */
  readonly captures: number;
}

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
  readonly kind: LedgerEntry['kind'];
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

/** Settled money of every party. */
@Injectable()
export class LedgerService {
  constructor(private readonly db: Transactions) {}

  book(tx: Tx, batch: WriteBatch, entry: Omit<LedgerEntry, 'entryId'>): void {
    ledgerEntries.insert(batch, { entryId: newId(tx.systemNow), ...entry });
  }

  /** The books of all gateways by payment, for comparison with another system's books. */
  payments(customerAppId: string): Promise<LedgerPayment[]> {
    return this.db.asWorker((tx) =>
      tx.query<LedgerPayment>(
        byValues(`SELECT payment_id, gateway, currency,
           array_agg(DISTINCT reference ORDER BY reference) AS "references",
           coalesce(sum(amount) FILTER (WHERE kind = 'CHARGE'), 0)::bigint AS charged,
           coalesce(sum(CASE WHEN kind LIKE '%\\_REVERSED' THEN -amount ELSE amount END)
             FILTER (WHERE kind <> 'CHARGE'), 0)::bigint AS refunded,
           count(*) FILTER (WHERE kind = 'CHARGE') AS captures
         FROM ledger_entries WHERE customer_app_id = $1 AND kind NOT LIKE 'PAYOUT%'
         GROUP BY payment_id, gateway, currency ORDER BY payment_id, gateway, currency`),
        [customerAppId],
      ),
    );
  }

  /** Money that moved in a range of time, oldest first, for reconciliation. */
  async settled(range: SettledRange): Promise<SettledPage> {
    const { gateway, from, to, customerAppId, payouts = false, after, limit } = range;
    const entries = await this.db.asWorker((tx) =>
      tx.query<SettledEntry>(
        byValues(`SELECT entry_id, kind, reference, payment_id, customer_app_id, psp_reference, amount,
           currency, booked_at AS settled_at
         FROM ledger_entries
         WHERE gateway = $1 AND booked_at >= $2 AND booked_at < $3
           AND (kind LIKE 'PAYOUT%') = $7
           AND ($4::text IS NULL OR customer_app_id = $4)
           AND ($5::text IS NULL OR (booked_at, entry_id) >
             (SELECT booked_at, entry_id FROM ledger_entries WHERE entry_id = $5))
         ORDER BY booked_at, entry_id LIMIT $6`),
        [gateway, from, to, customerAppId ?? null, after ?? null, limit + 1, payouts],
      ),
    );
    return { entries: entries.slice(0, limit), more: entries.length > limit };
  }
}
