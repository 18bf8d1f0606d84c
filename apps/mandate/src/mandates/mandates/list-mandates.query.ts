import { Injectable } from '@nestjs/common';
import type { MandateParties } from '@towpath/contracts/internal';
import type { MandateResponse } from '@towpath/contracts/mandate';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { MandateSnapshot } from './mandate.js';
import { mandateBody } from './mandate.view.js';
import { PartyDirectory } from './party-directory.js';
import { MandateRepository, type MandateFilters } from './ports.js';

export interface ListedMandate {
  readonly id: string;
  readonly created_at: Date;
  readonly body: MandateResponse;
}

@Injectable()
export class ListMandates {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly directory: PartyDirectory,
  ) {}

  /** Newest first, with the number of all that match. */
  async execute(
    customerAppId: CustomerAppId,
    filters: MandateFilters,
    range: PageRange,
  ): Promise<{ readonly rows: ListedMandate[]; readonly total: number }> {
    const { mandates, total } = await this.transactions.forApp(customerAppId, (tx) =>
      this.mandates.list(tx, filters, range),
    );
    const snapshots = mandates.map(({ snapshot }) => snapshot);
    const parties = await this.directory.of(customerAppId, snapshots);
    return { rows: ListMandates.rowsOf(snapshots, parties), total };
  }

  static rowsOf(
    snapshots: readonly MandateSnapshot[],
    parties: readonly MandateParties[],
  ): ListedMandate[] {
    return snapshots.flatMap((snapshot, index) => {
      const part = parties[index];
      const { mandateId, createdAt } = snapshot;
      return part
        ? [{ id: mandateId, created_at: createdAt, body: mandateBody(snapshot, part) }]
        : [];
    });
  }
}
