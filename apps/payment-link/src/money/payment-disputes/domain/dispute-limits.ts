import type { DisputeStep } from './dispute-hold.js';

/** The claim of a dispute: minor units of its own currency; the fee is in that of the payment. */
interface DisputeClaim {
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
}

/** A payment without the dispute that asks. Minor units. */
export interface ContestedPayment {
  readonly currency: string;
  readonly paid: number;
  /** Returned by the bank, or refunded. */
  readonly givenBack: number;
  /** Held by other disputes of the payment. */
  readonly heldElsewhere: number;
  readonly settledElsewhere: number;
}

/**
 * Most that a dispute may take. In another currency it claims the whole payment, because no rate is
 * known.
 */
export function limitsOf(
  claim: DisputeClaim,
  money: ContestedPayment,
): Pick<DisputeStep, 'asked' | 'left' | 'free'> {
  const amount = claim.currency === money.currency ? claim.amount : money.paid;
  const left = money.paid - money.givenBack - money.settledElsewhere;
  return { asked: { amount, fee: claim.fee }, left, free: left - money.heldElsewhere };
}
