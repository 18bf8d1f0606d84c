import type { TransferKind } from '../ledger/ledger.js';
import type { StatementPeriod } from './domain/statement-period.js';

/** The account and period of a statement. */
export interface StatementScope extends StatementPeriod {
  /** Empty: all. */
  readonly currencies: readonly string[];
}

/** One currency of a statement. Amounts: minor units. */
export interface StatementBalances {
  readonly currency: string;
  readonly opening: number;
  readonly closing: number;
}

/** The snapshot of all pages of one statement, however long the read takes. */
export interface StatementView {
  /** Transfers of transactions that had committed then, and of no other. */
  readonly snapshot: string;
  /** Sorted by currency. */
  readonly balances: readonly StatementBalances[];
}

/** A transfer that changes the debt to the customer app. */
export interface BookedTransfer {
  readonly transferId: string;
  readonly kind: TransferKind;
  readonly accountId: string;
  /** Minor units, positive when it raises the balance. */
  readonly amount: number;
  readonly occurredAt: Date;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly disputeId: string | null;
  readonly payoutId: string | null;
}

/** A page of the transfers in one currency, oldest first. */
export interface BookedPage extends StatementPeriod {
  readonly snapshot: string;
  readonly currency: string;
  readonly after: Pick<BookedTransfer, 'occurredAt' | 'transferId'> | null;
  readonly limit: number;
}
