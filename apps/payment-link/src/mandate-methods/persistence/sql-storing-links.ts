import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { StoringLinks } from '../ports.js';

@Injectable()
export class SqlStoringLinks extends StoringLinks {
  override async of(tx: AppTx, paymentLinkIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (paymentLinkIds.length === 0) return new Set();
    const rows = await tx.query<{ payment_link_id: string }>(
      `SELECT payment_link_id FROM payment_links
       WHERE customer_app_id = $1 AND payment_link_id = ANY ($2) AND setup_options IS NOT NULL`,
      [tx.customerApp.id, paymentLinkIds],
    );
    return new Set(rows.map(({ payment_link_id }) => payment_link_id));
  }
}
