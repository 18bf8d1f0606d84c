import type { CustomerAppId, MandateId, PaymentId } from '@towpath/kernel';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { ChargeLimits } from './domain/charge-objection.js';
import type { DirectDebit } from './domain/direct-debit.js';

/** A calendar period of a mandate and what it may hold. */
export interface UsedPeriod {
  readonly mandateId: MandateId;
  /** `YYYY-MM-DD`: its first day. */
  readonly periodStart: string;
  /** Minor units. */
  readonly amount: number;
}

/** A calendar period of a mandate and its limits, null where there is none. Minor units. */
export interface LimitedPeriod extends Pick<UsedPeriod, 'mandateId' | 'periodStart'> {
  readonly maxPeriodAmount: number | null;
  readonly maxPeriodCount: number | null;
}

export interface CollectedPage extends SettlementPeriod {
  readonly after: PaymentId | null;
  readonly limit: number;
}

export abstract class DirectDebitRepository {
  abstract find(tx: AppTx, paymentId: PaymentId): Promise<DirectDebit | null>;
  abstract findAll(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<DirectDebit[]>;
  /** A page of those at a bank, or at any, whose money came or went back in a period; by payment. */
  abstract collectedBetween(
    tx: AppTx,
    integrationId: string | null,
    page: CollectedPage,
  ): Promise<PaymentId[]>;
  /** Adds a new debit, or the changes of one under the lock of its mandate, to the batch. */
  abstract save(batch: WriteBatch, debit: DirectDebit): void;
  /** Those of a mandate that the bank has still to decide are due to be asked now. */
  abstract wakeAllOf(tx: AppTx, mandateId: MandateId): Promise<void>;
}

/** How much of its limits a mandate has used, by calendar period. */
export abstract class MandateUsage {
  /**
   * Adds one charge to a period if amount and count stay within the limits, else changes nothing
   * and answers false: one statement, and a CHECK behind it.
   */
  abstract take(tx: AppTx, used: UsedPeriod, limits: ChargeLimits): Promise<boolean>;
  /** Those in whose period one charge of the amount would not fit at this moment. */
  abstract withoutRoom(
    tx: AppTx,
    periods: readonly LimitedPeriod[],
    amount: number,
  ): Promise<ReadonlySet<MandateId>>;
  /** Gives one charge back. */
  abstract giveBack(tx: AppTx, used: UsedPeriod): Promise<void>;
}

export interface ChargeName {
  readonly customerAppId: CustomerAppId;
  readonly paymentId: PaymentId;
}
