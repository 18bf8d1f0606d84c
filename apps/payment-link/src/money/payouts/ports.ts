import type { PageRange } from '@towpath/http';
import type { PaymentId, PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Payout, PayoutTerms } from './domain/payout.js';
import type { PayoutState } from './domain/payout.transitions.js';

/** Empty lists and nulls: any. */
export interface PayoutFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly statuses: readonly PayoutState[];
  readonly currencies: readonly string[];
  readonly types: readonly PayoutTerms['type'][];
  readonly mandateId: string | null;
  readonly senderAccountId: string | null;
  readonly recipientAccountId: string | null;
  readonly userId: string | null;
  readonly externalUserId: string | null;
}

export abstract class PayoutRepository {
  abstract find(tx: AppTx, payoutId: PayoutId): Promise<Payout | null>;
  /** Nobody else changes the payout until the transaction ends. */
  abstract lock(tx: AppTx, payoutId: PayoutId): Promise<Payout | null>;
  /** The payout whose funds the payment pulls, locked; most payments pull none. */
  abstract lockFundedBy(tx: AppTx, paymentId: PaymentId): Promise<Payout | null>;
  /** Those of the IDs that there are, in no order. */
  abstract findAll(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<Payout[]>;
  /** Executed in the half-open period: a page of the IDs in their order. */
  abstract executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
    page: { readonly after: PayoutId | null; readonly limit: number },
  ): Promise<PayoutId[]>;
  abstract list(
    tx: AppTx,
    filters: PayoutFilters,
    range: PageRange,
  ): Promise<{ readonly payouts: Payout[]; readonly total: number }>;
  /** Adds a new payout, or what became of a locked one, to the batch. */
  abstract save(batch: WriteBatch, payout: Payout): void;
}
