import type { EnsureMandatePartiesRequest, MandateParties } from '@towpath/contracts';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { Mandate, MandateSnapshot } from './domain/mandate.js';
import type { MandateState } from './domain/mandate.transitions.js';

/** Empty lists and nulls: any. */
export interface MandateFilters {
  /** First and last day of the last change, UTC, `YYYY-MM-DD`. */
  readonly dateFrom: string | null;
  readonly dateTo: string | null;
  readonly statuses: readonly MandateState[];
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS' | null;
  readonly userId: string | null;
  readonly institutionId: string | null;
}

export abstract class MandateRepository {
  abstract find(tx: AppTx, mandateId: MandateId): Promise<Mandate | null>;
  abstract list(
    tx: AppTx,
    filters: MandateFilters,
    range: PageRange,
  ): Promise<{ readonly mandates: Mandate[]; readonly total: number }>;
  /** Adds a new mandate, or the moves of a stored one, to the batch. */
  abstract save(batch: WriteBatch, mandate: Mandate): void;
}

/** Whoever keeps the people and accounts of mandates; network calls, never in a transaction. */
export abstract class PartyDirectory {
  /**
   * The parties of a new mandate; a repeat with the same IDs finds the same. Refuses with
   * PAYMENT_ACCOUNT_NOT_FOUND and CURRENCY_MISMATCH.
   */
  abstract ensure(asked: EnsureMandatePartiesRequest): Promise<MandateParties>;
  /** One entry per mandate, in their order. Throws when one of them is missing. */
  abstract of(
    customerAppId: CustomerAppId,
    mandates: readonly MandateSnapshot[],
  ): Promise<readonly MandateParties[]>;
}
