import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { byValues, byKey, WriteBatch, type Tx } from '@towpath/persistence';

import { CallbackSender } from '../../../base/callbacks/callback-sender.js';
import { GatewayRefusal } from '../../../base/parties/gateway-refusal.js';
import { BANK } from '../../../base/parties/gateways.js';
import { fromRow, toRow } from '../../../persistence/record-row.js';
import { collectionReferences, mandateReferences } from '../bank-references.js';
import { BankProtocol } from '../bank-protocol.js';
import { collectionNotices, mandateNotices, type BankNotice } from '../bank-notice.js';
import { Collection, type CollectionRecord } from '../domain/collection.js';
import {
  DebitMandate,
  type AppsReference,
  type DebitMandateRecord,
} from '../domain/debit-mandate.js';
import { movementEntry } from '../movement-entry.js';

/** Refuse a second mandate or collection under one reference, whoever is quicker. */
export const ONE_MANDATE_PER_REFERENCE = 'debit_mandates_pkey';
export const ONE_COLLECTION_PER_REFERENCE = 'debit_collections_pkey';

/** Locked for this transaction; what was due has happened. `now` is the clock of the app. */
interface LoadedMandate {
  readonly mandate: DebitMandate;
  readonly now: Date;
}
interface LoadedCollection extends LoadedMandate {
  readonly collection: Collection;
}

type Found = Record<string, unknown> & { readonly app_now: Date };

/**
 * Mandates and collections with all that follows from a change: ledger and call-backs. A mandate
 * is always locked before its collections, so that its end and a new collection cannot cross.
 */
@Injectable()
export class BankBooksRepository {
  constructor(
    private readonly protocol: BankProtocol,
    private readonly sender: CallbackSender,
  ) {}

  async findMandate(tx: Tx, reference: string): Promise<LoadedMandate | undefined> {
    const [row] = await tx.query<Found>(
      byKey(`SELECT *, app_now(customer_app_id) AS app_now FROM debit_mandates
       WHERE reference = $1 FOR UPDATE`),
      [reference],
    );
    if (!row) return undefined;
    const { app_now: now, ...columns } = row;
    const mandate = loadMandate(columns);
    mandate.runDue(now);
    return { mandate, now };
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
    const [known] = await tx.query<{ mandate_reference: string; customer_app_id: string }>(
      byKey(
        'SELECT mandate_reference, customer_app_id FROM debit_collections WHERE reference = $1',
      ),
      [reference],
    );
    if (!known) return undefined;
    const { mandate, now } = await this.getMandate(tx, {
      reference: known.mandate_reference,
      customerAppId: known.customer_app_id,
    });
    await this.saveMandate(tx, mandate);
    const [row] = await tx.query(
      byKey('SELECT * FROM debit_collections WHERE reference = $1 FOR UPDATE'),
      [reference],
    );
    const collection = loadCollection(row as object as Found);
    collection.runDue(now);
    return { collection, mandate, now };
  }

  /** A mandate that ends takes its open collections with it, in the same statement. */
  async saveMandate(tx: Tx, mandate: DebitMandate): Promise<void> {
    const { record, changes, isNew } = mandate;
    if (changes.length === 0) return;
    const batch = new WriteBatch();
    if (isNew) batch.insert('debit_mandates', toRow(record));
    else batch.update('debit_mandates', { reference: record.reference }, mutableMandate(record));
    for (const change of changes) {
      for (const notice of mandateNotices(record, change)) this.addNotice(batch, notice);
    }
    if (record.endedAt && !isNew) {
      for (const collection of await this.openCollections(tx, record.reference)) {
        collection.endWithMandate(record);
        this.addCollection(batch, { collection, tx });
      }
    }
    this.write(tx, batch);
  }

  saveCollection(tx: Tx, collection: Collection): void {
    if (collection.changes.length === 0) return;
    const batch = new WriteBatch();
    this.addCollection(batch, { collection, tx });
    this.write(tx, batch);
  }

  /** References of mandates whose time has come, for one app or for all. */
  dueMandates(tx: Tx, customerAppId?: string): Promise<AppsReference[]> {
    return tx.query(byValues(dueIn('debit_mandates')), [customerAppId ?? null]);
  }

  dueCollections(tx: Tx, customerAppId?: string): Promise<AppsReference[]> {
    return tx.query(byValues(dueIn('debit_collections')), [customerAppId ?? null]);
  }

  private async openCollections(tx: Tx, mandateReference: string): Promise<Collection[]> {
    const rows = await tx.query<Record<string, unknown>>(
      byValues(`SELECT * FROM debit_collections WHERE mandate_reference = $1 AND state = 'PENDING'
       ORDER BY reference FOR UPDATE`),
      [mandateReference],
    );
    return rows.map((row) => loadCollection(row));
  }

  private addCollection(
    batch: WriteBatch,
    { collection, tx }: { collection: Collection; tx: Tx },
  ): void {
    const { record, changes, isNew } = collection;
    if (changes.length === 0) return;
    if (isNew) batch.insert('debit_collections', toRow(record));
    else {
      const key = { reference: record.reference };
      batch.update('debit_collections', key, mutableCollection(record));
    }
    for (const change of changes) {
      const entry = movementEntry(record, { change, entryId: newId(tx.systemNow) });
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

const dueIn = (table: 'debit_mandates' | 'debit_collections') =>
  `SELECT reference, customer_app_id AS "customerAppId" FROM ${table}
   WHERE due_at <= app_now(customer_app_id) AND ($1::text IS NULL OR customer_app_id = $1)
   ORDER BY due_at, reference LIMIT 100`;

function mutableMandate(record: DebitMandateRecord) {
  const { state, reason, bankReference, dueAt, activatedAt, endedAt, updatedAt } = record;
  return toRow({ state, reason, bankReference, dueAt, activatedAt, endedAt, updatedAt });
}

function mutableCollection(record: CollectionRecord) {
  const { state, reason, transactionReference, dueAt, paidAt, returnedAt, updatedAt } = record;
  return toRow({ state, reason, transactionReference, dueAt, paidAt, returnedAt, updatedAt });
}

function loadMandate(row: Record<string, unknown>): DebitMandate {
  const record = fromRow<DebitMandateRecord>(row);
  return DebitMandate.load(record, mandateReferences(record));
}

function loadCollection(row: Record<string, unknown>): Collection {
  const record = fromRow<CollectionRecord>(row);
  return Collection.load(record, collectionReferences(record));
}
