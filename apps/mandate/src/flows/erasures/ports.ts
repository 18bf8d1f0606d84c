import type { MandateId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';

/** What is kept here of the person behind a payment user. */
export abstract class PayerTraces {
  /** Locks all mandates of the payer and answers those that the payer is authorizing. */
  abstract lockAuthorizing(tx: AppTx, userId: PaymentUserId): Promise<readonly MandateId[]>;

  /**
   * Destroys the payer's key, which makes sealed copies unreadable everywhere, and empties what rows
   * hold of the person: unfinished checklists, where consents came from, what banks wrote. For good;
   * repeatable.
   */
  abstract erase(tx: AppTx, userId: PaymentUserId): Promise<void>;
}
