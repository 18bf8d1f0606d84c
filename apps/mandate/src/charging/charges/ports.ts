import type { CustomerAppId, MandateId, PaymentId } from '@towpath/kernel';
import type { SettlementPeriod } from '@towpath/reconciliation/books';

/** A calendar period of a mandate and its limits. */
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

export interface ChargeName {
  readonly customerAppId: CustomerAppId;
  readonly paymentId: PaymentId;
}
