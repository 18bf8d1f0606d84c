import type {
  CustomerAppId,
  MandateId,
  PaymentId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';

/** One mandate, or all of a user. */
export type WhichMandates =
  | { readonly mandateId: MandateId }
  | { readonly paymentMethodId: PaymentMethodId }
  | { readonly userId: PaymentUserId };

/** The payment that the payer wants to make. */
export interface AskedPayment {
  readonly userId: PaymentUserId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export interface MandateChargeOrder {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  /** Names the charge: the same again charges nothing. */
  readonly paymentId: PaymentId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}
