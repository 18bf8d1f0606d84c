import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { IncomingTransfer, IncomingTransferId } from './incoming-transfer.js';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';

/** Transfers that arrived, by ID or by when. */
@Injectable()
export class FindIncomingTransfers {
  constructor(private readonly transfers: IncomingTransferRepository) {}

  execute(tx: AppTx, ids: readonly IncomingTransferId[]): Promise<IncomingTransfer[]> {
    return this.transfers.findAll(tx, ids);
  }

  /** A page of IDs, by ID. */
  receivedBetween(
    tx: AppTx,
    period: SettlementPeriod,
    page: { readonly after: IncomingTransferId | null; readonly limit: number },
  ): Promise<IncomingTransferId[]> {
    return this.transfers.receivedBetween(tx, period, page);
  }
}
