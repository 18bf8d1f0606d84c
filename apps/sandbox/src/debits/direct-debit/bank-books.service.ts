import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { byKey, byValues, WriteBatch, type Tx } from '@towpath/persistence';
import { CallbackSender } from '../../base/callbacks/callback-sender.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/gateways.js';
import { BankProtocol, collectionNotices, mandateNotices, type BankNotice } from './bank-notice.js';
import { collectionReferences, mandateReferences } from './bank-references.js';
import { Collection, type CollectionChange } from './collection.js';
import { DebitMandate, type AppsReference } from './debit-mandate.js';
import { debitCollections, debitMandates, type CollectionRecord } from './debit.table.js';

const DEBTORS = 'debtors';

/** Locked for this transaction; what was due has happened. `now` is the clock of the app. */
interface LoadedMandate {
  readonly mandate: DebitMandate;
  readonly now: Date;
}
interface LoadedCollection extends LoadedMandate {
  readonly collection: Collection;
}

/**
 * Mandates and collections with all that follows from a change: ledger and call-backs. A mandate
 * is always locked before its collections, so that its end and a new collection cannot cross.
 */
@Injectable()
export class BankBooksService {
  constructor(
    private readonly protocol: BankProtocol,
    private readonly sender: CallbackSender,
  ) {}

  async findMandate(tx: Tx, reference: string): Promise<LoadedMandate | undefined> {
    const [found] = await tx.query<{ row: unknown; now: Date }>(
      byKey(`SELECT to_jsonb(m) AS row, app_now(customer_app_id) AS now FROM debit_mandates m
       WHERE reference = $1 FOR UPDATE`),
      [reference],
    );
    if (!found) return undefined;
    const record = debitMandates.from(found.row);
    const mandate = DebitMandate.load(record, mandateReferences(record));
    mandate.runDue(found.now);
    return { mandate, now: found.now };
  }

  async getMandate(tx: Tx, { reference, customerAppId }: AppsReference): Promise<LoadedMandate> {
    const loaded = await this.findMandate(tx, reference);
    if (loaded?.mandate.record.customerAppId === customerAppId) return loaded;
    throw new GatewayRefusal('not_found', 'There is no mandate with this reference.');
  }

  async getCollection(
    tx: Tx,
    { reference, customerAppId }: AppsReference,
  ): Promise<LoadedCollection> {
    const loaded = await this.findCollection(tx, reference);
    if (loaded?.collection.record.customerAppId === customerAppId) return loaded;
    throw new GatewayRefusal('not_found', 'There is no collection with this reference.');
  }

  async findCollection(tx: Tx, reference: string): Promise<LoadedCollection | undefined> {
    const known = await debitCollections.find(tx, { reference });
    if (!known) return undefined;
    const { mandateReference, customerAppId } = known;
    const { mandate, now } = await this.getMandate(tx, {
      reference: mandateReference,
      customerAppId,
    });
    await this.saveMandate(tx, mandate);
    const row = await debitCollections.lock(tx, { reference });
    if (!row) return undefined;
    const collection = Collection.load(row, collectionReferences(row));
    collection.runDue(now);
    return { collection, mandate, now };
  }

  /** A mandate that ends takes its open collections with it, in the same statement. */
  async saveMandate(tx: Tx, mandate: DebitMandate): Promise<void> {
    const { record, changes, isNew } = mandate;
    if (changes.length === 0) return;
    const batch = new WriteBatch();
    if (isNew) debitMandates.insert(batch, record);
    else debitMandates.update(batch, record);
    for (const change of changes) {
      for (const notice of mandateNotices(record, change)) this.addNotice(batch, notice);
    }
    if (record.endedAt && !isNew) {
      for (const collection of await openCollections(tx, record.reference)) {
        collection.endWithMandate(record);
        this.addCollection(tx, batch, collection);
      }
    }
    this.write(tx, batch);
  }

  saveCollection(tx: Tx, collection: Collection): void {
    const batch = new WriteBatch();
    this.addCollection(tx, batch, collection);
    if (collection.changes.length > 0) this.write(tx, batch);
  }

  private addCollection(tx: Tx, batch: WriteBatch, collection: Collection): void {
    const { record, changes, isNew } = collection;
    if (changes.length === 0) return;
    if (isNew) debitCollections.insert(batch, record);
    else debitCollections.update(batch, record);
    for (const change of changes) {
      const entry = movementEntry(tx, record, change);
      if (entry) batch.insert('ledger_entries', entry);
      for (const notice of collectionNotices(record, change)) this.addNotice(batch, notice);
    }
  }

  private addNotice(batch: WriteBatch, notice: BankNotice): void {
    const { record, noticeId, about, event, occurredAt } = notice;
    batch.insert('callbacks', {
      gateway: BANK,
      reference: record.reference,
      customer_app_id: record.customerAppId,
      event_id: noticeId,
      event: `${about}.${event}`,
      url: record.callbackUrl,
      body: JSON.stringify(this.protocol.noticeBody(notice)),
      due_at: record.updatedAt < occurredAt ? record.updatedAt : occurredAt,
    });
  }

  private write(tx: Tx, batch: WriteBatch): void {
    tx.write(batch);
    if (batch.rowsFor('callbacks').length > 0) tx.afterCommit(() => this.sender.wake());
  }
}

async function openCollections(tx: Tx, mandateReference: string): Promise<Collection[]> {
  const rows = debitCollections.rows(
    await tx.query(
      byValues(`SELECT to_jsonb(c) AS row FROM debit_collections c
       WHERE mandate_reference = $1 AND state = 'PENDING' ORDER BY reference FOR UPDATE`),
      [mandateReference],
    ),
  );
  return rows.map((row) => Collection.load(row, collectionReferences(row)));
}

/**
 * What a change moves between the payers and the merchant: one row with a debit account, a credit
 * account and an amount above zero. Undefined when no money moves.
 */
function movementEntry(
  tx: Tx,
  record: CollectionRecord,
  { movement, occurredAt }: CollectionChange,
): Record<string, unknown> | undefined {
  if (!movement) return undefined;
  const merchant = `merchant:${record.creditorAccount}`;
  const isCharge = movement.kind === 'CHARGE';
  return {
    entry_id: newId(tx.systemNow),
    gateway: BANK,
    customer_app_id: record.customerAppId,
    payment_id: record.paymentId ?? record.reference,
    reference: record.reference,
    psp_reference: movement.transactionReference,
    kind: movement.kind,
    debit_account: isCharge ? DEBTORS : merchant,
    credit_account: isCharge ? merchant : DEBTORS,
    amount: record.amount,
    currency: record.currency,
    booked_at: occurredAt,
  };
}
