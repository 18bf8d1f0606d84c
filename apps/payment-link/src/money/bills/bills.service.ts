import { Injectable } from '@nestjs/common';
import type { BillResponse } from '@towpath/contracts/payment-link';
import {
  DomainError,
  newId,
  type BillId,
  type CustomerAppId,
  type PaymentUserId,
} from '@towpath/kernel';
import {
  byKey,
  byValues,
  type AppTx,
  Transactions,
  uniqueViolation,
  WriteBatch,
  publishChanges,
} from '@towpath/persistence';
import { Bill, contentOf, withoutTexts, type BillContent, type BillPayment } from './bill.js';
import { bills } from './bill.table.js';
import { BillsReads } from './bills.reads.js';
import {
  PaymentUsersService,
  type Sender,
} from '../../parties/payment-users/payment-users.service.js';
import { embeddedError } from '@towpath/contracts';

function publishBillChanges(batch: WriteBatch, { snapshot, changes, failure }: Bill): void {
  const { customerAppId } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      bill_id: snapshot.billId,
      amount: snapshot.amount,
      currency: snapshot.currency,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      metadata: snapshot.metadata ?? {},
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
    };
  });
}

/** A bill as an external billing system has it at present. */
export interface SourceBill extends BillContent {
  readonly integrationId: string;
  readonly externalBillId: string;
  readonly isWithdrawn: boolean;
  readonly sender: Sender;
}

/** What a bill and its payments have in common. */
export interface BillReference {
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly currency: string;
  readonly referenceId: string;
}

/** Rows that two concurrent deliveries may both try to create. */
const ONE_EACH = ['bills_source_key', 'payment_users_external_user_id_key'];

/** Commands on bills. A bill is something to pay, as an external billing system has it. */
@Injectable()
export class BillsService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: BillsReads,
    private readonly users: PaymentUsersService,
  ) {}

  /** Records a bill of a billing system: new, changed or withdrawn. A repeat changes nothing. */
  async receive(app: CustomerAppId, source: SourceBill): Promise<BillResponse> {
    try {
      const take = async (tx: AppTx) => {
        const bill = await this.take(tx, source, await this.load(tx, source));
        return this.reads.body(tx, bill.snapshot);
      };
      return await this.db.forApp(app, take, { retryOn: ONE_EACH });
    } catch (error) {
      if (uniqueViolation(error) !== 'bills_reference_key') throw error;
      throw new DomainError(
        'DUPLICATE_REFERENCE',
        'details.bill_reference_id belongs to another bill of the payer.',
      );
    }
  }

  /**
   * Moves a bill to where its payments put it. All of them are read, under a lock of the bill. The
   * order and number of their reports therefore do not matter. Most payments name no bill.
   */
  async follow(tx: AppTx, reference: BillReference): Promise<void> {
    const [, row] = await Promise.all([reserve(tx, reference), bills.lock(tx, reference)]);
    const bill = row && Bill.restore(row);
    if (!bill?.isOpen) return;
    bill.follow(await this.reads.paymentsOf(tx, bill.snapshot), tx.now);
    if (!bill.isChanged) return;
    const batch = new WriteBatch();
    save(batch, bill);
    tx.write(batch);
  }

  /**
   * For those who pay a bill without the payer: saves what `work` did to the locked bill. Null when
   * there is none.
   */
  async move<T>(
    tx: AppTx,
    billId: BillId,
    work: (bill: Bill, payments: readonly BillPayment[]) => Promise<T>,
  ): Promise<T | null> {
    const row = await bills.lock(tx, { billId });
    if (!row) return null;
    const bill = Bill.restore(row);
    const result = await work(bill, await this.reads.paymentsOf(tx, bill.snapshot));
    const batch = new WriteBatch();
    save(batch, bill);
    tx.write(batch);
    return result;
  }

  /** Texts, metadata and the source's own data of an erased payer's bills are gone; amounts stay. */
  async forget(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE bills SET description = NULL, ext_metadata = NULL, metadata = NULL
       WHERE customer_app_id = $1 AND user_id = $2`),
      [tx.customerApp.id, userId],
    );
  }

  private async load(tx: AppTx, source: SourceBill) {
    const { sender, currency, referenceId } = source;
    const [, row, user] = await Promise.all([
      reserve(tx, { externalUserId: sender.externalUserId, currency, referenceId }),
      bills.lock(tx, source),
      this.users.known(tx, sender),
    ]);
    return { known: row && Bill.restore(row), user };
  }

  private async take(tx: AppTx, source: SourceBill, { known, user }: Loaded): Promise<Bill> {
    const batch = new WriteBatch();
    const bill = known ?? this.create(tx, batch, { source, user });
    if (bill.snapshot.externalUserId !== source.sender.externalUserId) {
      throw new DomainError('INVALID_REQUEST', 'external_user_id of a bill does not change.');
    }
    if (source.isWithdrawn) bill.withdraw(tx.now);
    else if (known) bill.change(await this.contentFor(tx, bill, source), tx.now);
    if (bill.changes.length === 0) return bill;
    bill.follow(await this.reads.paymentsOf(tx, bill.snapshot), tx.now);
    save(batch, bill);
    tx.write(batch);
    return bill;
  }

  private create(
    tx: AppTx,
    batch: WriteBatch,
    { source, user }: Pick<Loaded, 'user'> & { readonly source: SourceBill },
  ): Bill {
    const { sender, integrationId, externalBillId } = source;
    const identity = {
      billId: newId<BillId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      integrationId,
      externalBillId,
      userId: this.users.ensure(tx, batch, { sender, known: user }),
      externalUserId: sender.externalUserId,
    };
    return Bill.receive(identity, contentOf(source), tx.now);
  }

  /** Ignores the source's texts about an erased payer. */
  private async contentFor(tx: AppTx, bill: Bill, source: SourceBill): Promise<BillContent> {
    const content = contentOf(source);
    if (bill.has(content)) return content;
    const isErased = await this.users.isErased(tx, bill.snapshot.userId);
    return isErased ? withoutTexts(content) : content;
  }
}

type Loaded = Awaited<ReturnType<BillsService['load']>>;

/**
 * Until the transaction ends, no other one receives this bill, or follows a payment of it. A lock of
 * the row is not enough: a payment may be reported while its bill arrives.
 */
function reserve(tx: AppTx, bill: Omit<BillReference, 'userId'>): Promise<unknown> {
  const { externalUserId, currency, referenceId } = bill;
  const reserved = JSON.stringify([tx.customerApp.id, externalUserId, currency, referenceId]);
  return tx.query(byKey(`SELECT pg_advisory_xact_lock(hashtextextended('bill ' || $1, 0))::text`), [
    reserved,
  ]);
}

/** Adds a new bill, or what changed of a stored one, with its history and events. */
function save(batch: WriteBatch, bill: Bill): void {
  bills.save(batch, bill);
  publishBillChanges(batch, bill);
}
