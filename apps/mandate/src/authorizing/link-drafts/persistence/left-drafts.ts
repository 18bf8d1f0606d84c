import { Injectable } from '@nestjs/common';
import type { MandateId } from '@towpath/kernel';
import { byKey, type AppTx } from '@towpath/persistence';

/** IDs of mandates that payment links gave up before this service knew them. */
@Injectable()
export class LeftDrafts {
  /** Locks the ID: no other transaction creates or abandons the mandate until this one ends. */
  async hold(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.query(byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [
      `${tx.customerApp.id} mandate of a payment link ${mandateId}`,
    ]);
  }

  async wasLeft(tx: AppTx, mandateId: MandateId): Promise<boolean> {
    const rows = await tx.query(
      byKey(`SELECT 1 FROM left_drafts WHERE customer_app_id = $1 AND mandate_id = $2`),
      [tx.customerApp.id, mandateId],
    );
    return rows.length > 0;
  }

  async note(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.query(
      byKey(`INSERT INTO left_drafts (customer_app_id, mandate_id, left_at) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`),
      [tx.customerApp.id, mandateId, tx.systemNow],
    );
  }
}
