import { Injectable } from '@nestjs/common';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { SensitiveRead } from './ports.js';

/** Append-only. */
@Injectable()
export class SensitiveReads {
  async add(tx: AppTx, read: SensitiveRead): Promise<void> {
    const batch = new WriteBatch();
    batch.insert('sensitive_mandate_reads', {
      customer_app_id: read.customerAppId,
      read_id: read.readId,
      client_id: read.clientId,
      token_id: read.tokenId,
      request_id: read.requestId,
      client_address: read.clientAddress,
      filters: read.filters,
      mandate_ids: read.mandateIds,
      read_at: read.readAt,
    });
    tx.write(batch);
  }
}
