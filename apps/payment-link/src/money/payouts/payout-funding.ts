import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId, PaymentId, PayoutId } from '@towpath/kernel';
import type { PayoutFailure } from './payout.js';

/** Funds to be pulled on a mandate to the settlement account that the mandate names. */
export interface FundingOrder {
  readonly customerAppId: CustomerAppId;
  readonly payoutId: PayoutId;
  readonly mandateId: MandateId;
  /** Names the charge: the same again charges nothing. */
  readonly paymentId: PaymentId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** The source of funds: a slice that charges mandates. */
export interface FundingSource {
  /**
   * Charges once per payment ID, with the ID of the payout as the payment's reference. It makes
   * network calls, so never call it in a transaction. Null if the payment reports the rest, or
   * without an answer; otherwise the reason why there will be no payment.
   */
  pull(order: FundingOrder): Promise<PayoutFailure | null>;
}

/** The slice that charges mandates registers here at the start. */
@Injectable()
export class PayoutFunding implements FundingSource {
  private source: FundingSource | undefined;

  register(source: FundingSource): void {
    this.source = source;
  }

  pull(order: FundingOrder): Promise<PayoutFailure | null> {
    if (!this.source) throw new Error('no slice collects the funds of scheduled payouts');
    return this.source.pull(order);
  }
}
