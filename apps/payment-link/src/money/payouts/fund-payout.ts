import { Injectable } from '@nestjs/common';
import { newId, type PaymentId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { HoldFunds } from '../ledger/hold-funds.use-case.js';
import { LockFunds, type LockedFunds } from '../payments/lock-funds.js';
import type { PayoutOrder } from './connectors/ports.js';
import { fundingStep } from './funding-step.js';
import type { Payout, PayoutFailure } from './payout.js';
import { PayoutFunding, type FundingOrder } from './payout-funding.js';
import { ReadPayoutOrder } from './payout-order.js';
import {
  BALANCE_GONE,
  FUNDS_GONE,
  FUNDS_RETURNED,
  MANDATE_ENDED,
  RECIPIENT_GONE,
} from './payout.errors.js';

/** The next call outside of the transaction; if both members are absent, wait or do nothing. */
export interface FundingTurn {
  readonly pull?: FundingOrder;
  readonly send?: PayoutOrder;
}

const NO_TURN: FundingTurn = {};

/**
 * Moves a scheduled payout that has started, under its lock. It charges the mandate, holds the
 * funds when they arrive, and submits the payout in the same step. It charges nothing if the
 * recipient is deleted. If the payout fails here, the collected funds stay on the settlement
 * account.
 */
@Injectable()
export class FundPayout {
  constructor(
    private readonly lockFunds: LockFunds,
    private readonly holdFunds: HoldFunds,
    private readonly orders: ReadPayoutOrder,
    private readonly source: PayoutFunding,
  ) {}

  /** Network calls, never in a transaction; null unless the funds are refused permanently. */
  pull(order: FundingOrder): Promise<PayoutFailure | null> {
    return this.source.pull(order);
  }

  /** @param refusal why there is no payment and will be none; null when that is not known */
  async advance(
    tx: AppTx,
    batch: WriteBatch,
    funded: { readonly payout: Payout; readonly refusal: PayoutFailure | null },
  ): Promise<FundingTurn> {
    const { payout, refusal } = funded;
    const order = await this.orders.of(tx, payout);
    const isFirst = payout.status === 'CREATED';
    if (isFirst) payout.pullFunds(tx.now, newId<PaymentId>(tx.systemNow));
    if (isFirst && !order) return failed(tx, payout, RECIPIENT_GONE);
    const funds = await this.fundsOf(tx, payout);
    switch (fundingStep(funds && standingOf(funds))) {
      case 'PULL':
        return refusal ? failed(tx, payout, refusal) : { pull: fundingOrder(payout) };
      case 'WAIT':
        return NO_TURN;
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
    const { payoutId, senderAccountId: accountId, currency, amount, feeAmount } = payout.snapshot;
    const locked = await this.holdFunds.lock(tx, { accountId, currency });
    if (locked.available < amount + feeAmount) return failed(tx, payout, BALANCE_GONE);
    this.holdFunds.execute(tx, batch, { locked, hold: { payoutId, amount, feeAmount } });
    payout.fund(tx.now);
    payout.submit(tx.now);
    payout.wake(tx.now);
    return { send: order };
  }

  /** A refund of the payment at the same moment waits, or is seen. */
  private async fundsOf(tx: AppTx, { snapshot }: Payout): Promise<LockedFunds | null> {
    const { fundingPaymentId } = snapshot;
    return fundingPaymentId === null ? null : this.lockFunds.execute(tx, fundingPaymentId);
  }
}

function failed(tx: AppTx, payout: Payout, failure: PayoutFailure): FundingTurn {
  payout.failFunding(tx.now, failure);
  return NO_TURN;
}

function standingOf({ payment, isReduced }: LockedFunds) {
  return { status: payment.status, isReduced };
}

function reasonOf(funds: LockedFunds | null): PayoutFailure {
  if (funds?.payment.snapshot.returned) return FUNDS_RETURNED;
  if (funds?.isReduced) return FUNDS_GONE;
  const { failure } = funds?.payment.snapshot ?? {};
  return failure ? { code: failure.code, explanation: failure.explanation } : MANDATE_ENDED;
}

function fundingOrder({ snapshot }: Payout): FundingOrder {
  const { payoutId, mandateId, fundingPaymentId } = snapshot;
  if (mandateId === null || fundingPaymentId === null) {
    throw new Error(`payout ${payoutId} has no mandate to pull its funds on`);
  }
  const { customerAppId, amount, currency, description, metadata } = snapshot;
  return {
    customerAppId,
    payoutId,
    mandateId,
    paymentId: fundingPaymentId,
    amount,
    currency,
    description,
    metadata,
  };
}
