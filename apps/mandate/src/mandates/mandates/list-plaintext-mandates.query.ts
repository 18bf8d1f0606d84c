import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import { newId, type ClientId, type CustomerAppId, type Id } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Mandate } from './mandate.js';
import { ListMandates, type ListedMandate } from './list-mandates.query.js';
import { SensitiveReads } from './sensitive-reads.js';
import { PartyDirectory } from './party-directory.js';
import { MandateRepository, type MandateFilters } from './ports.js';

/** The reader of account numbers in plain text. */
interface PlaintextReader {
  readonly customerAppId: CustomerAppId;
  readonly clientId: ClientId;
  readonly tokenId: string;
  readonly requestId: string;
  readonly clientAddress: string | null;
}

type ReadId = Id<'SensitiveRead'>;

/**
 * Like `ListMandates`, with holders and account numbers; every read is recorded before its answer.
 */
@Injectable()
export class ListPlaintextMandates {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly reads: SensitiveReads,
    private readonly directory: PartyDirectory,
  ) {}

  async execute(
    reader: PlaintextReader,
    filters: MandateFilters,
    range: PageRange,
  ): Promise<{ readonly rows: ListedMandate[]; readonly total: number }> {
    const { customerAppId } = reader;
    const { mandates, total } = await this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.mandates.list(tx, filters, range);
      await this.record(tx, { reader, filters, mandates: found.mandates });
      return found;
    });
    const snapshots = mandates.map(({ snapshot }) => snapshot);
    const parties = await this.directory.of(customerAppId, snapshots, { plaintext: true });
    return { rows: ListMandates.rowsOf(snapshots, parties), total };
  }

  private record(
    tx: AppTx,
    read: {
      readonly reader: PlaintextReader;
      readonly filters: MandateFilters;
      readonly mandates: readonly Mandate[];
    },
  ): Promise<void> {
    return this.reads.add(tx, {
      ...read.reader,
      readId: newId<ReadId>(tx.systemNow),
      filters: read.filters,
      mandateIds: read.mandates.map(({ snapshot }) => snapshot.mandateId),
      readAt: tx.systemNow,
    });
  }
}
