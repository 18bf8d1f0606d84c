import type { DisputedPayment } from '@towpath/contracts/internal';
import type { CustomerAppId } from '@towpath/kernel';

/** The payments of payment-link. */
export abstract class PaymentDirectory {
  /** Null for an unknown ID. Throws `PeerUnavailable` while payment-link does not answer. */
  abstract find(customerAppId: CustomerAppId, paymentId: string): Promise<DisputedPayment | null>;
}
