import type { PageRange } from '@towpath/http';
import type { BillId, PaymentUserId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Lookup, Tenant } from '../../persistence/read-together.js';
import type { Bill } from './domain/bill.js';
import type { BillState } from './domain/bill.transitions.js';

/** Empty lists and nulls: any. */
export interface BillFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  /** `UNKNOWN` matches none. */
  readonly statuses: readonly (BillState | 'UNKNOWN')[];
  readonly userId: string | null;
  readonly externalUserId: string | null;
  readonly currencies: readonly string[];
}

/** What a payment names of the bill that it pays. */
export interface BillReference {
  readonly userId: PaymentUserId;
  readonly currency: string;
  readonly referenceId: string;
}

export abstract class BillRepository {
  abstract ofSource(
    tenant: Tenant,
    key: { readonly integrationId: string; readonly externalBillId: string },
  ): Lookup<Bill | null>;
  abstract find(tx: AppTx, billId: BillId): Promise<Bill | null>;
  /** Locked until the transaction ends. */
  abstract lock(tx: AppTx, billId: BillId): Promise<Bill | null>;
  /** Locked until the transaction ends. */
  abstract lockOfReference(tx: AppTx, reference: BillReference): Promise<Bill | null>;
  /** Newest first; one more than asked for, if there is one. */
  abstract list(tx: AppTx, filters: BillFilters, range: PageRange): Promise<Bill[]>;
  /** Adds a new bill, or what changed of a stored one, to the batch. */
  abstract save(batch: WriteBatch, bill: Bill): void;
  /** Of all bills of the user: what may tell who or where the person is. */
  abstract forget(tx: AppTx, userId: PaymentUserId): Promise<void>;
}
