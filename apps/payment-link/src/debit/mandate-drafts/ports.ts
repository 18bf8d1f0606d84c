import type { TransactionLimitsRequest } from '@towpath/contracts';
import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';

/** A mandate as a payment link asks its payer for one. */
export interface MandateDraft {
  readonly mandateId: MandateId;
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  /** Null if the link does not store the mandate: then only the link charges it. */
  readonly paymentMethodId: PaymentMethodId | null;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly senderType: 'INDIVIDUAL' | 'BUSINESS';
  readonly recipientAccountId: PaymentAccountId;
  readonly live: boolean;
  readonly currency: string;
  /** `YYYY-MM-DD`, UTC, inclusive; null for today and for no end. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly limits: Readonly<TransactionLimitsRequest> | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Language of the link's page, on which the mandate is authorized. */
  readonly language: 'en' | 'vi' | 'zh' | 'ko';
  /** Country of the link, ISO 3166, three letters; null if unknown. */
  readonly country: string | null;
}

/** The access with which the page authorizes the mandate. */
export interface MandateAccess {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}
