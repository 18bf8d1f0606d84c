import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { DomainError, plusMs } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';
import { BillingRegistry } from './connectors/billing-registry.js';
import { BillingUnavailable, type ExternalBillingConnector } from './connectors/ports.js';
import { SqlBillSources, type BillSourceKey } from './persistence/sql-bill-sources.js';
import { BillsService, type SourceBill } from '../bills/bills.service.js';

const EVERY_MS = 15 * 60_000;

/**
 * Reads the changes of an external billing system since the last read, and records each bill in a
 * separate transaction. After a crash it continues at the first bill that it did not record.
 */
@Injectable()
export class ReadBills {
  constructor(
    private readonly transactions: Transactions,
    private readonly sources: SqlBillSources,
    private readonly systems: BillingRegistry,
    private readonly bills: BillsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when it is no longer due. */
  async execute(key: BillSourceKey): Promise<boolean> {
    const claimed = await this.claim(key);
    if (!claimed) return false;
    try {
      await this.read(key, claimed);
    } catch (error) {
      if (!(error instanceof BillingUnavailable)) throw error;
      this.logger.warn({ error, ...key }, 'bills could not be read');
    }
    return true;
  }

  /** Moves the due time before the read, so that no other process reads it too. */
  private claim(key: BillSourceKey) {
    return this.transactions.forApp(key.customerAppId, async (tx) => {
      const system = this.systems.find(key);
      await tx.begun;
      if (!system || tx.customerApp.type !== key.appType) return null;
      const { dueAt, readUntil } = await this.sources.lock(tx, key);
      if (dueAt > tx.now) return null;
      await this.sources.postpone(tx, key, plusMs(tx.now, EVERY_MS));
      return { system, readUntil };
    });
  }

  private async read(
    key: BillSourceKey,
    { system, readUntil }: { system: ExternalBillingConnector; readUntil: string | null },
  ): Promise<void> {
    const { customerAppId } = key;
    let from = readUntil;
    for await (const { cursor, bill } of system.listChanged({ customerAppId, after: from })) {
      await this.take(key, bill);
      const step = { from, to: cursor };
      await this.transactions.forApp(customerAppId, (tx) => this.sources.moveOn(tx, key, step));
      from = cursor;
    }
  }

  /** A bill that cannot be taken in must not hold up the others. */
  private async take(key: BillSourceKey, bill: SourceBill): Promise<void> {
    try {
      await this.bills.receive(key.customerAppId, bill);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { externalBillId } = bill;
      this.logger.error(
        { error, externalBillId, ...key },
        'a bill of the billing system was refused',
      );
    }
  }
}
