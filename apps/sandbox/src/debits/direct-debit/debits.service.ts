import { Injectable } from '@nestjs/common';
import { byKey, byValues, Transactions, WriteBatch, type Tx } from '@towpath/persistence';
import { CallbacksService } from '../../base/callbacks/callbacks.service.js';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { answered, GatewayRefusal, type Done } from '../../base/parties/gateway-refusal.js';
import { BANK } from '../../base/parties/parties.js';
import { assertRepeated, REFERENCE, requestHash } from '../../base/parties/parties.js';
import { appNow } from '../../persistence/app-now.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { BankProtocol, collectionNotices, mandateNotices, type BankNotice } from './bank-notice.js';
import { accountFingerprint, collectionReferences, mandateReferences } from './bank-references.js';
import { Collection, type CollectionRequest } from './collection.js';
import {
  DebitMandate,
  type AppsReference,
  type MandateDecision,
  type MandateRegistration,
} from './debit-mandate.js';
import { lastDigitsOf, outcomeOfAccount } from './debit-outcomes.js';
import {
  debitCollections,
  debitMandates,
  type BankInstruction,
  type CollectionRecord,
  type DebitMandateRecord,
} from './debit.table.js';

interface AskedMandate extends MandateRegistration {
  /** Is not stored: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

interface CountedInstruction extends Pick<BankInstruction, 'kind' | 'reference'> {
  /** Number of requests, including repeats. */
  readonly times: number;
  readonly first_told_at: Date;
}

/** Locked for this transaction; what was due has happened. `now` is the clock of the app. */
interface LoadedMandate {
  readonly mandate: DebitMandate;
  readonly now: Date;
}
interface LoadedCollection extends LoadedMandate {
  readonly collection: Collection;
}

const DEBTORS = 'debtors';

/**
 * Mandates and collections at the bank, with all that follows from a change: ledger and call-backs.
 * A mandate is always locked before its collections, so that its end and a new collection cannot
 * cross.
 */
@Injectable()
export class DebitsService {
  constructor(
    private readonly db: Transactions,
    private readonly ledger: LedgerService,
    private readonly callbacks: CallbacksService,
    private readonly protocol: BankProtocol,
    private readonly config: SandboxConfig,
  ) {}

  /**
   * Requests authorization from the payer's bank. A repeat returns the same answer without another
   * request.
   */
  async register({ accountNumber, ...registration }: AskedMandate): Promise<DebitMandateRecord> {
    const account = {
      outcome: outcomeOfAccount(accountNumber),
      last4: lastDigitsOf(accountNumber),
      fingerprint: accountFingerprint({ secret: this.config.gatewaySecret, accountNumber }),
    };
    const hash = requestHash({ ...registration, fingerprint: account.fingerprint });
    const register = async (tx: Tx): Promise<Done<DebitMandateRecord>> => {
      const { reference, customerAppId } = registration;
      const known = await this.findMandate(tx, reference);
      if (known) assertRepeated(known.mandate.record, hash);
      const mandate =
        known?.mandate ??
        DebitMandate.register(registration, {
          account,
          issued: mandateReferences(registration),
          requestHash: hash,
          now: await appNow(tx, customerAppId),
        });
      await this.saveMandate(tx, mandate);
      await note(tx, 'REGISTER', registration);
      const answerLost = mandate.isNew && mandate.outcome.losesAnswer === true;
      return { record: mandate.record, answerLost };
    };
    return answered(await this.db.asWorker(register, { retryOn: ['debit_mandates_pkey'] }));
  }

  /** Collects once from the payer of a mandate. A repeat returns the same and takes nothing more. */
  async collect(request: CollectionRequest): Promise<CollectionRecord> {
    const hash = requestHash(request);
    const collect = async (tx: Tx): Promise<Done<CollectionRecord>> => {
      const known = await this.findCollection(tx, request.reference);
      if (known) assertRepeated(known.collection.record, hash);
      const collection = known?.collection ?? (await this.submit(tx, request, hash));
      this.saveCollection(tx, collection);
      await note(tx, 'COLLECT', request);
      const answerLost = collection.isNew && collection.outcome.losesAnswer === true;
      return { record: collection.record, answerLost };
    };
    return answered(await this.db.asWorker(collect, { retryOn: ['debit_collections_pkey'] }));
  }

  /** The merchant ends its mandate. One who cancels twice gets the same answer. */
  async cancel(asked: AppsReference): Promise<DebitMandateRecord> {
    const cancelled = await this.db.asWorker(async (tx) => {
      const { mandate, now } = await this.getMandate(tx, asked);
      const isFirst = mandate.cancel(now);
      await this.saveMandate(tx, mandate);
      await note(tx, 'CANCEL', asked);
      const answerLost = isFirst && mandate.outcome.losesAnswer === true;
      return { record: mandate.record, answerLost };
    });
    return answered(cancelled);
  }

  /** What the payer and the bank of the payer decide about a mandate. */
  decide(asked: AppsReference, decision: MandateDecision): Promise<DebitMandateRecord> {
    return this.db.asWorker(async (tx) => {
      const { mandate, now } = await this.getMandate(tx, asked);
      mandate.decide(decision, { now, answered: false });
      await this.saveMandate(tx, mandate);
      await note(tx, 'DECIDE', asked);
      return mandate.record;
    });
  }

  /** Sends what was collected back to the payer, once however often the merchant asks. */
  reverse(asked: AppsReference): Promise<CollectionRecord> {
    return this.db.asWorker(async (tx) => {
      const { collection, now } = await this.getCollection(tx, asked);
      collection.reverse(now);
      this.saveCollection(tx, collection);
      await note(tx, 'REVERSE', asked);
      return collection.record;
    });
  }

  /** The present status, including what the clock of the app has made due. */
  mandate(asked: AppsReference): Promise<DebitMandateRecord> {
    return this.db.asWorker(async (tx) => {
      const { mandate } = await this.getMandate(tx, asked);
      await this.saveMandate(tx, mandate);
      return mandate.record;
    });
  }

  /** The present status, including what the clock of the app has made due. */
  collection(asked: AppsReference): Promise<CollectionRecord> {
    return this.db.asWorker(async (tx) => {
      const { collection } = await this.getCollection(tx, asked);
      this.saveCollection(tx, collection);
      return collection.record;
    });
  }

  instructions(customerAppId: string): Promise<CountedInstruction[]> {
    return this.db.asWorker((tx) =>
      tx.query<CountedInstruction>(
        byValues(`SELECT kind, reference, count(*) AS times, min(told_at) AS first_told_at
         FROM bank_instructions WHERE customer_app_id = $1
         GROUP BY kind, reference ORDER BY min(position)`),
        [customerAppId],
      ),
    );
  }

  /**
   * Does what the bank owes by the clock of its app: decisions, payments, returns, withdrawals.
   *
   * @returns the number of moves, of one app or of all
   */
  async settleDue(customerAppId?: string): Promise<number> {
    let settled = 0;
    for (;;) {
      let changed = 0;
      const [mandates, collections] = await this.db.asWorker(async (tx) => [
        await due(tx, { table: debitMandates.name, customerAppId }),
        await due(tx, { table: debitCollections.name, customerAppId }),
      ]);
      for (const mandate of mandates) {
        changed += await this.db.asWorker(async (tx) => {
          const loaded = await this.getMandate(tx, mandate);
          await this.saveMandate(tx, loaded.mandate);
          return loaded.mandate.changes.length;
        });
      }
      for (const { reference } of collections) {
        changed += await this.db.asWorker(async (tx) => {
          const found = await this.findCollection(tx, reference);
          if (!found) return 0;
          this.saveCollection(tx, found.collection);
          return found.collection.changes.length + found.mandate.changes.length;
        });
      }
      settled += changed;
      // A clock that was moved back meanwhile leaves nothing to do, however often it is asked.
      if (changed === 0) return settled;
    }
  }

  /** A mandate of another app is as unknown as none. */
  private async submit(tx: Tx, request: CollectionRequest, hash: string): Promise<Collection> {
    const found = await this.findMandate(tx, request.mandateReference);
    if (found?.mandate.record.customerAppId !== request.customerAppId) {
      const field = { field: 'mandate_reference' };
      throw new GatewayRefusal('unknown_mandate', 'There is no such mandate.', field);
    }
    const { mandate, now } = found;
    await this.saveMandate(tx, mandate);
    const issued = collectionReferences(request);
    return Collection.submit(request, { mandate: mandate.record, issued, requestHash: hash, now });
  }

  private async getMandate(
    tx: Tx,
    { reference, customerAppId }: AppsReference,
  ): Promise<LoadedMandate> {
    // A reference that cannot exist was never seen.
    const loaded = REFERENCE.test(reference) ? await this.findMandate(tx, reference) : undefined;
    if (loaded?.mandate.record.customerAppId === customerAppId) return loaded;
    throw new GatewayRefusal('not_found', 'There is no mandate with this reference.');
  }

  private async findMandate(tx: Tx, reference: string): Promise<LoadedMandate | undefined> {
    const [found] = await tx.query<{ row: unknown; now: Date }>(
      byKey(`SELECT to_jsonb(t) AS row, app_now(customer_app_id) AS now
       FROM debit_mandates t WHERE reference = $1 FOR UPDATE`),
      [reference],
    );
    if (!found) return undefined;
    const record = debitMandates.from(found.row);
    const mandate = DebitMandate.load(record, mandateReferences(record));
    mandate.runDue(found.now);
    return { mandate, now: found.now };
  }

  private async getCollection(
    tx: Tx,
    { reference, customerAppId }: AppsReference,
  ): Promise<LoadedCollection> {
    const isReference = REFERENCE.test(reference);
    const loaded = isReference ? await this.findCollection(tx, reference) : undefined;
    if (loaded?.collection.record.customerAppId === customerAppId) return loaded;
    throw new GatewayRefusal('not_found', 'There is no collection with this reference.');
  }

  private async findCollection(tx: Tx, reference: string): Promise<LoadedCollection | undefined> {
    const known = await debitCollections.find(tx, { reference });
    if (!known) return undefined;
    const { mandate, now } = await this.getMandate(tx, {
      reference: known.mandateReference,
      customerAppId: known.customerAppId,
    });
    await this.saveMandate(tx, mandate);
    const collection = loaded((await debitCollections.lock(tx, { reference })) ?? known);
    collection.runDue(now);
    return { collection, mandate, now };
  }

  /** A mandate that ends takes its open collections with it, in the same statement. */
  private async saveMandate(tx: Tx, mandate: DebitMandate): Promise<void> {
    const { record, changes, isNew } = mandate;
    if (changes.length === 0) return;
    const batch = new WriteBatch();
    if (isNew) debitMandates.insert(batch, record);
    else debitMandates.update(batch, record);
    for (const change of changes) this.notify(tx, batch, mandateNotices(record, change));
    if (record.endedAt && !isNew) {
      const open = await tx.query<{ row: unknown }>(
        byValues(`SELECT to_jsonb(t) AS row FROM debit_collections t
         WHERE mandate_reference = $1 AND state = 'PENDING' ORDER BY reference FOR UPDATE`),
        [record.reference],
      );
      for (const each of debitCollections.rows(open)) {
        const collection = loaded(each);
        collection.endWithMandate(record);
        this.addCollection(tx, batch, collection);
      }
    }
    tx.write(batch);
  }

  private saveCollection(tx: Tx, collection: Collection): void {
    if (collection.changes.length === 0) return;
    const batch = new WriteBatch();
    this.addCollection(tx, batch, collection);
    tx.write(batch);
  }

  private addCollection(tx: Tx, batch: WriteBatch, collection: Collection): void {
    const { record, changes, isNew } = collection;
    if (changes.length === 0) return;
    if (isNew) debitCollections.insert(batch, record);
    else debitCollections.update(batch, record);
    for (const change of changes) {
      const { movement, occurredAt } = change;
      if (movement) {
        const merchant = `merchant:${record.creditorAccount}`;
        const isCharge = movement.kind !== 'RETURN';
        this.ledger.book(tx, batch, {
          gateway: BANK,
          customerAppId: record.customerAppId,
          paymentId: record.paymentId ?? record.reference,
          reference: record.reference,
          pspReference: movement.transactionReference,
          kind: movement.kind,
          debitAccount: isCharge ? DEBTORS : merchant,
          creditAccount: isCharge ? merchant : DEBTORS,
          amount: record.amount,
          currency: record.currency,
          bookedAt: occurredAt,
        });
      }
      this.notify(tx, batch, collectionNotices(record, change));
    }
  }

  private notify(tx: Tx, batch: WriteBatch, notices: readonly BankNotice[]): void {
    for (const notice of notices) {
      const { record, noticeId, about, event, occurredAt } = notice;
      this.callbacks.owe(tx, batch, {
        gateway: BANK,
        reference: record.reference,
        customerAppId: record.customerAppId,
        eventId: noticeId,
        event: `${about}.${event}`,
        url: record.callbackUrl,
        body: this.protocol.noticeBody(notice),
        dueAt: record.updatedAt < occurredAt ? record.updatedAt : occurredAt,
      });
    }
  }
}

function loaded(record: CollectionRecord): Collection {
  return Collection.load(record, collectionReferences(record));
}

/** Those whose time has come, of one app or of all. */
function due(
  tx: Tx,
  { table, customerAppId }: { table: string; customerAppId: string | undefined },
): Promise<AppsReference[]> {
  const sql = `SELECT reference, customer_app_id AS "customerAppId" FROM ${table}
   WHERE due_at <= app_now(customer_app_id) AND ($1::text IS NULL OR customer_app_id = $1)
   ORDER BY due_at, reference LIMIT 100`;
  return tx.query(byValues(sql), [customerAppId ?? null]);
}

async function note(
  tx: Tx,
  kind: BankInstruction['kind'],
  { reference, customerAppId }: AppsReference,
): Promise<void> {
  await tx.query(
    byKey(`INSERT INTO bank_instructions (kind, reference, customer_app_id, told_at)
     VALUES ($1, $2, $3, app_now($3))`),
    [kind, reference, customerAppId],
  );
}
