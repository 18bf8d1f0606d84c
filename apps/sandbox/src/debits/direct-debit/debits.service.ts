import { Injectable } from '@nestjs/common';
import { byKey, byValues, Transactions, type Tx } from '@towpath/persistence';
import { answered, GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';
import { appNow } from '../../persistence/app-now.js';
import { AccountFingerprints } from './account-fingerprints.js';
import { BankBooksService } from './bank-books.service.js';
import { collectionReferences, mandateReferences } from './bank-references.js';
import { Collection, type CollectionRequest } from './collection.js';
import {
  DebitMandate,
  type AppsReference,
  type MandateDecision,
  type MandateRegistration,
} from './debit-mandate.js';
import { lastDigitsOf, outcomeOfAccount } from './debit-outcomes.js';
import type { CollectionRecord, DebitMandateRecord } from './debit.table.js';

interface AskedMandate extends MandateRegistration {
  /** Ends here: what stays is its outcome, its last digits and a keyed hash. */
  readonly accountNumber: string;
}

/** Kinds of instructions to the bank. */
type InstructionKind = 'REGISTER' | 'COLLECT' | 'REVERSE' | 'CANCEL' | 'DECIDE';

interface CountedInstructions {
  readonly kind: InstructionKind;
  readonly reference: string;
  /** Number of requests, including repeats. */
  readonly times: number;
  readonly first_told_at: Date;
}

/**
 * Mandates and collections at the bank. Each answer has the present status, which includes what the
 * clock of the app has made due.
 */
@Injectable()
export class DebitsService {
  constructor(
    private readonly db: Transactions,
    private readonly books: BankBooksService,
    private readonly fingerprints: AccountFingerprints,
  ) {}

  /**
   * Requests authorization from the payer's bank. A repeat returns the same answer without another
   * request.
   */
  async register({ accountNumber, ...registration }: AskedMandate): Promise<DebitMandateRecord> {
    const account = {
      outcome: outcomeOfAccount(accountNumber),
      last4: lastDigitsOf(accountNumber),
      fingerprint: this.fingerprints.of(accountNumber),
    };
    const hash = requestHash({ ...registration, fingerprint: account.fingerprint });
    const work = async (tx: Tx) => {
      const known = await this.books.findMandate(tx, registration.reference);
      if (known) assertRepeated(known.mandate.record, hash);
      const mandate =
        known?.mandate ??
        DebitMandate.register(registration, {
          account,
          issued: mandateReferences(registration),
          requestHash: hash,
          now: await appNow(tx, registration.customerAppId),
        });
      await this.books.saveMandate(tx, mandate);
      await noteInstruction(tx, 'REGISTER', registration);
      const answerLost = mandate.isNew && mandate.outcome.losesAnswer === true;
      return { record: mandate.record, answerLost };
    };
    return answered(await this.db.asWorker(work, { retryOn: ['debit_mandates_pkey'] }));
  }

  mandate(asked: AppsReference): Promise<DebitMandateRecord> {
    return this.db.asWorker(async (tx) => {
      const { mandate } = await this.books.getMandate(tx, asked);
      await this.books.saveMandate(tx, mandate);
      return mandate.record;
    });
  }

  /** Plays the payer and the bank of the payer. */
  decide(asked: AppsReference, decision: MandateDecision): Promise<DebitMandateRecord> {
    return this.db.asWorker(async (tx) => {
      const { mandate, now } = await this.books.getMandate(tx, asked);
      mandate.decide(decision, { now, answered: false });
      await this.books.saveMandate(tx, mandate);
      await noteInstruction(tx, 'DECIDE', asked);
      return mandate.record;
    });
  }

  /** The merchant ends it; a repeat has the same answer. */
  async cancel(asked: AppsReference): Promise<DebitMandateRecord> {
    const cancelled = await this.db.asWorker(async (tx) => {
      const { mandate, now } = await this.books.getMandate(tx, asked);
      const isFirst = mandate.cancel(now);
      await this.books.saveMandate(tx, mandate);
      await noteInstruction(tx, 'CANCEL', asked);
      const answerLost = isFirst && mandate.outcome.losesAnswer === true;
      return { record: mandate.record, answerLost };
    });
    return answered(cancelled);
  }

  /** Collects once from the payer of a mandate. A repeat has the same answer and takes nothing more. */
  async collect(request: CollectionRequest): Promise<CollectionRecord> {
    const hash = requestHash(request);
    const work = async (tx: Tx) => {
      const known = await this.books.findCollection(tx, request.reference);
      if (known) assertRepeated(known.collection.record, hash);
      const collection = known?.collection ?? (await this.submit(tx, request, hash));
      this.books.saveCollection(tx, collection);
      await noteInstruction(tx, 'COLLECT', request);
      const answerLost = collection.isNew && collection.outcome.losesAnswer === true;
      return { record: collection.record, answerLost };
    };
    return answered(await this.db.asWorker(work, { retryOn: ['debit_collections_pkey'] }));
  }

  collection(asked: AppsReference): Promise<CollectionRecord> {
    return this.db.asWorker(async (tx) => {
      const { collection } = await this.books.getCollection(tx, asked);
      this.books.saveCollection(tx, collection);
      return collection.record;
    });
  }

  /** Sends what was collected back to the payer, once however often the merchant asks. */
  reverse(asked: AppsReference): Promise<CollectionRecord> {
    return this.db.asWorker(async (tx) => {
      const { collection, now } = await this.books.getCollection(tx, asked);
      collection.reverse(now);
      this.books.saveCollection(tx, collection);
      await noteInstruction(tx, 'REVERSE', asked);
      return collection.record;
    });
  }

  /** Every accepted instruction with its number of requests, independent of its outcome. */
  instructions(customerAppId: string): Promise<CountedInstructions[]> {
    const sql = `SELECT kind, reference, count(*) AS times, min(told_at) AS first_told_at
       FROM bank_instructions WHERE customer_app_id = $1
       GROUP BY kind, reference ORDER BY min(position)`;
    return this.db.asWorker((tx) => tx.query(byValues(sql), [customerAppId]), { readOnly: true });
  }

  /**
   * Does what the bank owes by the clock of its app: decisions, payments, returns, withdrawals.
   * Returns the number of moves, of one app or of all.
   */
  async settleDue(customerAppId?: string): Promise<number> {
    let settled = 0;
    for (;;) {
      const changed = await this.settleRound(customerAppId);
      settled += changed;
      // A clock that was moved back meanwhile leaves nothing to do, however often it is asked.
      if (changed === 0) return settled;
    }
  }

  private async settleRound(customerAppId?: string): Promise<number> {
    const [mandates, collections] = await this.db.asWorker((tx) =>
      Promise.all([
        dueIn(tx, 'debit_mandates', customerAppId),
        dueIn(tx, 'debit_collections', customerAppId),
      ]),
    );
    let changed = 0;
    for (const due of mandates) {
      changed += await this.db.asWorker(async (tx) => {
        const { mandate } = await this.books.getMandate(tx, due);
        await this.books.saveMandate(tx, mandate);
        return mandate.changes.length;
      });
    }
    for (const { reference } of collections) {
      changed += await this.db.asWorker(async (tx) => {
        const found = await this.books.findCollection(tx, reference);
        if (!found) return 0;
        this.books.saveCollection(tx, found.collection);
        return found.collection.changes.length + found.mandate.changes.length;
      });
    }
    return changed;
  }

  /** A mandate of another app is as unknown as none. */
  private async submit(tx: Tx, request: CollectionRequest, hash: string): Promise<Collection> {
    const found = await this.books.findMandate(tx, request.mandateReference);
    if (found?.mandate.record.customerAppId !== request.customerAppId) {
      const field = { field: 'mandate_reference' };
      throw new GatewayRefusal('unknown_mandate', 'There is no such mandate.', field);
    }
    const { mandate, now } = found;
    await this.books.saveMandate(tx, mandate);
    const issued = collectionReferences(request);
    return Collection.submit(request, {
      mandate: mandate.record,
      issued,
      requestHash: hash,
      now,
    });
  }
}

async function noteInstruction(
  tx: Tx,
  kind: InstructionKind,
  { reference, customerAppId }: AppsReference,
): Promise<void> {
  await tx.query(
    byKey(`INSERT INTO bank_instructions (kind, reference, customer_app_id, told_at)
       VALUES ($1, $2, $3, app_now($3))`),
    [kind, reference, customerAppId],
  );
}

/** References of those whose time has come, for one app or for all. */
function dueIn(
  tx: Tx,
  table: 'debit_mandates' | 'debit_collections',
  customerAppId: string | undefined,
): Promise<AppsReference[]> {
  const sql = `SELECT reference, customer_app_id AS "customerAppId" FROM ${table}
     WHERE due_at <= app_now(customer_app_id) AND ($1::text IS NULL OR customer_app_id = $1)
     ORDER BY due_at, reference LIMIT 100`;
  return tx.query(byValues(sql), [customerAppId ?? null]);
}
