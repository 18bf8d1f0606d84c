import { DomainError } from '@towpath/kernel';

/** The kind of a payment: `type` of a payment in the interface. */
export type MethodType = 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';

/** A fixed sum and a share of an amount. */
export interface Rate {
  /** Minor units. */
  readonly fixed: number;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
}

/** Costs of a payment by one method. */
interface MethodPricing {
  /** Added to the payment: the payer pays it. Null for none. */
  readonly surcharge: Rate | null;
  /** Kept of what arrives: the recipient pays it. Null for none. */
  readonly fee: Rate | null;
}

/** Everything that can have a price: payments by each method, and payouts. */
type PricedType = MethodType | 'PAYOUT';

export type Pricing = Readonly<Partial<Record<PricedType, MethodPricing>>>;

/** Minor units. */
export interface Price {
  readonly surchargeAmount: number;
  readonly feeAmount: number;
}

const WHOLE = 10_000;
export const MAX_BASIS_POINTS = WHOLE;
export const MAX_FIXED = 1_000_000_000;

/** The rate of an amount, once, half to even. Minor units. */
export function amountAt({ fixed, basisPoints }: Rate, amount: number): number {
  const share = BigInt(amount) * BigInt(basisPoints);
  const whole = BigInt(WHOLE);
  const floor = share / whole;
  const twice = (share % whole) * 2n;
  const isUp = twice > whole || (twice === whole && floor % 2n === 1n);
  return fixed + Number(isUp ? floor + 1n : floor);
}

/**
 * Costs of a payment of this amount by a method. The fee is calculated from the amount with the
 * surcharge, and never exceeds it.
 */
export function priceOf(pricing: Pricing, type: MethodType, amount: number): Price {
  const { surcharge = null, fee = null } = pricing[type] ?? {};
  const surchargeAmount = surcharge ? amountAt(surcharge, amount) : 0;
  const total = amount + surchargeAmount;
  return { surchargeAmount, feeAmount: fee ? Math.min(total, amountAt(fee, total)) : 0 };
}

/** Fee of the sender of a payout, beside its amount. Minor units. */
export function payoutFeeOf({ PAYOUT: pricing }: Pricing, amount: number): number {
  return pricing?.fee ? amountAt(pricing.fee, amount) : 0;
}

/** A fixed sum is in minor units of a currency: an account of several has none. */
export function checkPricing(pricing: Pricing, currencies: readonly string[]): void {
  if (pricing.PAYOUT?.surcharge) throw invalid('a payout has a fee and no surcharge');
  if (currencies.length === 1) return;
  const rates = Object.values(pricing).flatMap(({ surcharge, fee }) => [surcharge, fee]);
  if (rates.every((rate) => !rate || rate.fixed === 0)) return;
  throw invalid('pricing must have no fixed sum for an account of several currencies');
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
