import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { ChargeStoredMandate } from '../../debit/mandate-charges/charge-stored-mandate.use-case.js';
import type { PayoutFailure } from '../../money/payouts/payout.js';
import type { FundingOrder, FundingSource } from '../../money/payouts/payout-funding.js';

/** Pulls the funds of a scheduled payout as a payment by direct debit, without the payer. */
@Injectable()
export class FundByMandate implements FundingSource {
  constructor(private readonly chargeStoredMandate: ChargeStoredMandate) {}

  /** A service that is down is asked again later, under the same payment ID. */
  async pull({
    customerAppId,
    mandateId,
    payoutId,
    ...order
  }: FundingOrder): Promise<PayoutFailure | null> {
    try {
      await this.chargeStoredMandate.execute(
        customerAppId,
        { mandateId },
        {
          ...order,
          externalTransactionReference: payoutId,
          transactionReferenceId: null,
          recurringPaymentMode: null,
          isFreeOfCharge: true,
        },
      );
      return null;
    } catch (error) {
      if (error instanceof PeerUnavailable) return null;
      if (!(error instanceof DomainError)) throw error;
      return { code: error.code, explanation: error.explanation };
    }
  }
}
