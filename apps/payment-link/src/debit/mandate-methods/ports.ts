import type { PaymentLinkId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';

/** Who may start the payments of a stored method; null where a link asked for neither. */
export type FuturePayments = 'AUTOPAY' | 'CLICK_TO_PAY' | null;

/** Which payment links keep the method that paid them. */
export abstract class StoringLinks {
  /** Those of the IDs whose mandate is a stored payment method, and what it is stored for. */
  abstract of(
    tx: AppTx,
    paymentLinkIds: readonly string[],
  ): Promise<ReadonlyMap<string, FuturePayments>>;
  /** Those of a payer that keep it for payments which the payer starts. */
  abstract clickToPayOf(tx: AppTx, userId: PaymentUserId): Promise<ReadonlySet<PaymentLinkId>>;
}
