import type { PayoutTerms } from './payout.js';
import type { PayoutState } from './payout.transitions.js';

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
