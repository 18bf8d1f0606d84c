import { Injectable } from '@nestjs/common';
import { byValues, Transactions, type Tx } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';

/** The content of a bill, in the words of the billing system. */
export interface BilledContent {
  readonly tenant: { readonly code: string; readonly name: string };
  readonly reference: string;
  /** Minor units. */
  readonly due: { readonly minor: number; readonly currency: string };
  readonly text: string | null;
  readonly issued_at: string | null;
  readonly due_at: string | null;
  readonly direct_payment: boolean;
  readonly voided: boolean;
  readonly property: Readonly<Record<string, unknown>> | null;
  readonly notes: Readonly<Record<string, string>> | null;
}

interface BillKey {
  readonly customerAppId: string;
  readonly billNumber: string;
}

interface BilledItem {
  readonly bill_number: string;
  /** Counts the changes to the bills of one customer app: later is higher. */
  readonly revision: number;
  readonly bill: BilledContent;
}

/** The books of the billing system: each present bill, in the order of the last changes. */
@Injectable()
export class BillingBooks {
  constructor(private readonly transactions: Transactions) {}

  /** A bill that is new or was changed. */
  put({ customerAppId, billNumber }: BillKey, bill: BilledContent): Promise<BilledItem> {
    return this.transactions.asWorker(async (tx) => {
      // Revisions are handed out one after the other: none appears behind one that was listed.
      await tx.query(
        byValues(`SELECT pg_advisory_xact_lock(hashtextextended('bills ' || $1, 0))`),
        [customerAppId],
      );
      const rows = await tx.query<BilledItem>(
        byValues(`INSERT INTO external_bills (customer_app_id, bill_number, revision, bill, changed_at)
         SELECT $1, $2, 1 + coalesce(max(revision), 0), $3::jsonb, app_now($1)
         FROM external_bills WHERE customer_app_id = $1
         ON CONFLICT (customer_app_id, bill_number) DO UPDATE SET revision = EXCLUDED.revision,
           bill = EXCLUDED.bill, changed_at = EXCLUDED.changed_at
         RETURNING bill_number, revision, bill`),
        [customerAppId, billNumber, JSON.stringify(bill)],
      );
      return oneOf(rows);
    });
  }

  find({ customerAppId, billNumber }: BillKey): Promise<BilledItem> {
    return this.read(async (tx) =>
      oneOf(
        await tx.query<BilledItem>(
          byValues(`SELECT bill_number, revision, bill FROM external_bills
           WHERE customer_app_id = $1 AND bill_number = $2`),
          [customerAppId, billNumber],
        ),
      ),
    );
  }

  /** Bills that changed after the revision, in that order. */
  changed(asked: {
    readonly customerAppId: string;
    readonly afterRevision: number;
    readonly limit: number;
  }): Promise<BilledItem[]> {
    return this.read((tx) =>
      tx.query<BilledItem>(
        byValues(`SELECT bill_number, revision, bill FROM external_bills
         WHERE customer_app_id = $1 AND revision > $2 ORDER BY revision LIMIT $3`),
        [asked.customerAppId, asked.afterRevision, asked.limit],
      ),
    );
  }

  private read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transactions.asWorker(work);
  }
}

function oneOf([found]: readonly BilledItem[]): BilledItem {
  if (found) return found;
  throw new GatewayRefusal('not_found', 'There is no bill with this number.');
}
