import { Injectable } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { externalBills, type BilledContent, type ExternalBill } from './external-bill.table.js';

interface BilledItem {
  readonly bill_number: string;
  readonly revision: number;
  readonly bill: BilledContent;
}

type BillKey = Pick<ExternalBill, 'customerAppId' | 'billNumber'>;

/** The books of the billing system: each present bill, in the order of the last changes. */
@Injectable()
export class ExternalBillsService {
  constructor(private readonly db: Transactions) {}

  /** A bill that is new or was changed. */
  put({ customerAppId, billNumber }: BillKey, bill: BilledContent): Promise<BilledItem> {
    return this.db.asWorker(async (tx) => {
      // Revisions are handed out one after the other: none appears behind one that was listed.
      await tx.query(
        byValues(`SELECT pg_advisory_xact_lock(hashtextextended('bills ' || $1, 0))`),
        [customerAppId],
      );
      const rows = await tx.query<{ row: unknown }>(
        byValues(`INSERT INTO external_bills AS t
           (customer_app_id, bill_number, revision, bill, changed_at)
         SELECT $1, $2, 1 + coalesce(max(revision), 0), $3::jsonb, app_now($1)
         FROM external_bills WHERE customer_app_id = $1
         ON CONFLICT (customer_app_id, bill_number) DO UPDATE SET revision = EXCLUDED.revision,
           bill = EXCLUDED.bill, changed_at = EXCLUDED.changed_at
         RETURNING to_jsonb(t) AS row`),
        [customerAppId, billNumber, JSON.stringify(bill)],
      );
      return itemOf(externalBills.rows(rows)[0]);
    });
  }

  find(key: BillKey): Promise<BilledItem> {
    return this.db.asWorker(async (tx) => itemOf(await externalBills.find(tx, key)));
  }

  /** Bills that changed after the revision, in that order. */
  changed(asked: {
    readonly customerAppId: string;
    readonly afterRevision: number;
    readonly limit: number;
  }): Promise<BilledItem[]> {
    return this.db.asWorker(async (tx) => {
      const rows = await tx.query<{ row: unknown }>(
        byValues(`SELECT to_jsonb(t) AS row FROM external_bills t
         WHERE customer_app_id = $1 AND revision > $2 ORDER BY revision LIMIT $3`),
        [asked.customerAppId, asked.afterRevision, asked.limit],
      );
      return externalBills.rows(rows).map(itemOf);
    });
  }
}

function itemOf(found: ExternalBill | null | undefined): BilledItem {
  if (!found) throw new GatewayRefusal('not_found', 'There is no bill with this number.');
  return { bill_number: found.billNumber, revision: found.revision, bill: found.bill };
}
