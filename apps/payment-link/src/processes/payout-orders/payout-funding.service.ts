import { Injectable } from '@nestjs/common';
import { newId, type PaymentId, type Failure } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { fundingStep, RECIPIENT_GONE, type Payout } from '../../money/payouts/payout.js';
import { PayoutsService } from '../../money/payouts/payouts.service.js';
import type { PayoutOrder } from '../../money/payout-banks/ports.js';
import { type LockedFunds, PaymentsService } from '../../money/payments/payments.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';

/** The next call outside of the transaction; null: wait, or do nothing. */
export type FundingTurn =
  /** Charge the mandate that funds the payout. */
  { readonly ask: 'PULL' } | { readonly ask: 'SEND'; readonly order: PayoutOrder } | null;

/** The bank took the funds back before they were used. */
const FUNDS_RETURNED: Failure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank gave the funds back to the payer.',
};

/** The customer app refunded the funds, or they are disputed, before they were used. */
const FUNDS_GONE: Failure = {
  code: 'INSUFFICIENT_BALANCE',
  explanation: 'The funds that were pulled were refunded or are disputed.',
};

/** The mandate was revoked before the bank collected. */
const MANDATE_ENDED: Failure = {
  code: 'INVALID_MANDATE_STATUS',
  explanation: 'The mandate ended before the funds were pulled.',
};

/** Another payout, a dispute or a return took the collected funds. */
const BALANCE_GONE: Failure = {
  code: 'INSUFFICIENT_BALANCE',
  explanation: 'The settlement account no longer covers the amount that was pulled.',
};

/**
 * Moves a scheduled payout that has started, under its lock. Its mandate is charged; when the funds
 * arrive, they are held, and the payout is submitted in the same step. Nothing is charged if the
 * recipient is deleted. If the payout fails here, the collected funds stay on the settlement account.
 */
@Injectable()
export class PayoutFundingService {
  constructor(
    private readonly payments: PaymentsService,
    private readonly ledger: LedgerService,
    private readonly payouts: PayoutsService,
  ) {}

  /** @param refusal why there is no payment and will be none; null when that is not known */
  async advance(
    tx: AppTx,
    batch: WriteBatch,
    { payout, refusal }: { readonly payout: Payout; readonly refusal: Failure | null },
  ): Promise<FundingTurn> {
    const order = await this.payouts.order(tx, payout);
    const isFirst = payout.status === 'CREATED';
    if (isFirst) payout.pullFunds(tx.now, newId<PaymentId>(tx.systemNow));
    if (isFirst && !order) return failed(tx, payout, RECIPIENT_GONE);
    const { fundingPaymentId } = payout.snapshot;
    // A refund of the payment at the same moment waits, or is seen.
    const funds = fundingPaymentId && (await this.payments.lockFunds(tx, fundingPaymentId));
    switch (fundingStep(funds && { status: funds.payment.status, isReduced: funds.isReduced })) {
      case 'PULL':
        return refusal ? failed(tx, payout, refusal) : { ask: 'PULL' };
      case 'WAIT':
        return null;
      case 'FAIL':
        return failed(tx, payout, reasonOf(funds));
      case 'FUND':
        return order ? this.send(tx, batch, { payout, order }) : failed(tx, payout, RECIPIENT_GONE);
    }
  }

  /** Others may have taken of the account since the funds arrived. */
  private async send(
    tx: AppTx,
    batch: WriteBatch,
    { payout, order }: { readonly payout: Payout; readonly order: PayoutOrder },
  ): Promise<FundingTurn> {
    const { senderAccountId: accountId, currency, amount, feeAmount } = payout.snapshot;
    const locked = await this.ledger.lockBalance(tx, { accountId, currency });
    if (locked.available < amount + feeAmount) return failed(tx, payout, BALANCE_GONE);
    this.ledger.hold(tx, batch, { locked, hold: payout.snapshot });
    payout.fund(tx.now);
    payout.submit(tx.now);
    payout.wake(tx.now);
    return { ask: 'SEND', order };
  }
}

function failed(tx: AppTx, payout: Payout, failure: Failure): null {
  payout.failFunding(tx.now, failure);
  return null;
}

function reasonOf(funds: LockedFunds | null): Failure {
  if (funds?.payment.snapshot.returnedAt) return FUNDS_RETURNED;
  if (funds?.isReduced) return FUNDS_GONE;
  const { failure } = funds?.payment.snapshot ?? {};
  return failure ? { code: failure.code, explanation: failure.explanation } : MANDATE_ENDED;
}
