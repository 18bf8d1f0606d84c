import type {
  ImportMandateRequest,
  ListSettledChargesRequest,
  ListSettledChargesResponse,
  MandateChargeResponse,
  MandateRecord,
} from '@towpath/contracts/internal';
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

/** What a payer wants to pay. */
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

/** The service that keeps mandates; network calls, never in a transaction. */
export abstract class MandateDirectory {
  /** Newest first; none for what is unknown, or belongs to another app. */
  abstract read(customerAppId: CustomerAppId, which: WhichMandates): Promise<MandateRecord[]>;
  /**
   * Those of the payer that nothing speaks against charging so at this moment, newest first.
   * Nothing is reserved: the charge itself may still be refused.
   */
  abstract chargeable(customerAppId: CustomerAppId, asked: AskedPayment): Promise<MandateRecord[]>;
  /** Repeatable while the mandate stays cancelled by it. */
  abstract cancel(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void>;
  /**
   * Repeatable under the IDs that it is given; a mandate of the bank that was imported before, in
   * whatever words, is found as it is.
   */
  abstract import(request: ImportMandateRequest): Promise<MandateRecord>;
  /** A page of the charges whose money came, or went back, in a period. */
  abstract settled(asked: ListSettledChargesRequest): Promise<ListSettledChargesResponse>;
  /**
   * Charges once and tells how the charge stands. Without `begin` it only tells: one that is not
   * known is `NOT_SEEN`. Throws the refusal of the mandate; `PeerUnavailable` when nobody knows.
   */
  abstract charge(
    order: MandateChargeOrder,
    how: { readonly begin: boolean },
  ): Promise<MandateChargeResponse>;
}
