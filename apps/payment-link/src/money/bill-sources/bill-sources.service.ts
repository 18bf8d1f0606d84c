import { Inject, Injectable } from '@nestjs/common';
import type { BillResponse, CreateTestBillRequest } from '@towpath/contracts/payment-link';
import { LOGGER } from '@towpath/http';
import {
  Clock,
  DomainError,
  newId,
  plusMs,
  type BillId,
  type CustomerAppId,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byValues, Transactions, WriteBatch } from '@towpath/persistence';
import { BillsService, type SourceBill } from '../bills/bills.service.js';
import { billSources } from './bill-source.table.js';
import { BillingUnavailable, type ExternalBillingConnector, BillingRegistry } from './ports.js';

const EVERY_MS = 15 * 60_000;

/** The bills of one app at one billing system. */
export interface BillSourceKey {
  readonly customerAppId: CustomerAppId;
  readonly appType: ExternalBillingConnector['appType'];
  readonly integrationId: string;
}

/** A source that is being read, from its last cursor on. */
interface ClaimedSource {
  readonly system: ExternalBillingConnector;
  readonly readUntil: string | null;
}

/** Commands on the sources of bills: external billing systems. */
@Injectable()
export class BillSourcesService {
  constructor(
    private readonly db: Transactions,
    private readonly systems: BillingRegistry,
    private readonly bills: BillsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Reads the changes since the last read, and records each bill in a separate transaction. After a
   * crash it continues at the first bill that it did not record. False when it is no longer due.
   */
  async read(key: BillSourceKey): Promise<boolean> {
    const claimed = await this.claim(key);
    if (!claimed) return false;
    try {
      await this.readFrom(key, claimed);
    } catch (error) {
      if (!(error instanceof BillingUnavailable)) throw error;
      this.logger.warn({ error, ...key }, 'bills could not be read');
    }
    return true;
  }

  /**
   * Writes a bill into the simulated billing system, and reads it from there at once, like the
   * schedule. A refusal here is final.
   */
  async addTestBill(app: CustomerAppId, request: CreateTestBillRequest): Promise<BillResponse> {
    const bill = sourceBillOf(request, newId<BillId>(this.clock.system()));
    const { integrationId, externalBillId } = bill;
    const system = this.systems.of({ appType: 'TEST', integrationId });
    if (!system?.put) throw systemIsAway();
    try {
      await system.put(app, bill);
      const found = await system.find({ customerAppId: app, externalBillId });
      return await this.bills.receive(app, found ?? bill);
    } catch (error) {
      throw error instanceof BillingUnavailable ? systemIsAway() : error;
    }
  }

  /** Moves the due time before the read, so that no other process reads it too. */
  private claim(key: BillSourceKey): Promise<ClaimedSource | null> {
    const { customerAppId, appType, integrationId } = key;
    return this.db.forApp(customerAppId, async (tx) => {
      const system = this.systems.of(key);
      await tx.begun;
      if (!system || tx.customerApp.type !== appType) return null;
      // Locked; a source that was never read begins here.
      const [source] = await tx.query<{ readUntil: string | null; dueAt: Date }>(
        byValues(`INSERT INTO bill_sources (customer_app_id, app_type, integration_id, due_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (customer_app_id, app_type, integration_id)
           DO UPDATE SET due_at = bill_sources.due_at
         RETURNING ${billSources.select('readUntil', 'dueAt')}`),
        [customerAppId, appType, integrationId, tx.now],
      );
      if (!source) throw new Error('a source of bills cannot be read');
      if (source.dueAt > tx.now) return null;
      const batch = new WriteBatch();
      billSources.change(batch, key, { dueAt: plusMs(tx.now, EVERY_MS) });
      tx.write(batch);
      return { system, readUntil: source.readUntil };
    });
  }

  private async readFrom(key: BillSourceKey, { system, readUntil }: ClaimedSource): Promise<void> {
    const { customerAppId, appType, integrationId } = key;
    let from = readUntil;
    for await (const { cursor, bill } of system.listChanged({ customerAppId, after: from })) {
      await this.receive(key, bill);
      // Nothing moves when another process has read on from there.
      const params = [customerAppId, appType, integrationId, from, cursor];
      await this.db.forApp(customerAppId, (tx) => tx.query(MOVE_ON, params));
      from = cursor;
    }
  }

  /** A bill that cannot be taken in must not hold up the others. */
  private async receive(key: BillSourceKey, bill: SourceBill): Promise<void> {
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

const MOVE_ON = byValues(`UPDATE bill_sources SET read_until = $5
  WHERE customer_app_id = $1 AND app_type = $2 AND integration_id = $3
    AND read_until IS NOT DISTINCT FROM $4`);

function systemIsAway(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'The simulated billing system is away.');
}

function sourceBillOf(body: CreateTestBillRequest, made: BillId): SourceBill {
  const { details, sender_details: person, integration_metadata: integration } = body;
  return {
    integrationId: integration.integration_id,
    externalBillId: body.external_bill_id ?? made,
    isWithdrawn: body.status === 'CANCELLED',
    sender: { externalUserId: body.external_user_id, name: person.name, email: null },
    referenceId: details.bill_reference_id,
    amount: details.total_amount_due,
    currency: details.currency,
    description: details.description ?? null,
    billDate: instant(body.bill_date),
    dueDate: instant(body.due_date),
    isAutopayEligible: body.is_autopay_eligible,
    extMetadata: integration.ext_metadata ?? null,
    metadata: body.metadata ?? null,
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
