import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';

export interface SessionSubject {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  readonly uniqueReferenceId: string;
  /** Unix seconds; of a session that goes on. */
  readonly sessionBeganAt?: number;
}
