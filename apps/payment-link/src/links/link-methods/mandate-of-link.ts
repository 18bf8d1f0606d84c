import { plusMs, utcDate } from '@towpath/kernel';
import type { PaymentLinkTerms } from '../payment-links/payment-link-terms.js';
import type { PaymentSetupOptions, SetupLimits } from '../payment-links/payment-link.table.js';

const DAY_MS = 86_400_000;
/** A bank may take days to accept a mandate; one for a single payment is not needed for longer. */
const SINGLE_PAYMENT_DAYS = 30;

type MandateDetails = NonNullable<PaymentSetupOptions['mandate_details']>;

/**
 * The terms of the mandate that the payer must accept: those of the set-up options, or for the one
 * payment of the link. Dates: `YYYY-MM-DD`, UTC, inclusive. Null if such a mandate has ended, or
 * could not take the payment of the link.
 *
 * @param surcharge cost of a direct debit for the payer; minor units
 */
export function mandateOfLink(
  { amount, description: ofLink, setupOptions }: PaymentLinkTerms,
  now: Date,
  surcharge: number,
): MandateDetails | null {
  const total = amount === null ? null : amount + surcharge;
  const asked = { description: ofLink ?? undefined, ...setupOptions?.mandate_details };
  const { start_date: start, end_date, transaction_limits, description } = asked;
  if (setupOptions === null) return total === null ? null : forOnePayment(total, description, now);
  const today = utcDate(now);
  if (end_date !== undefined && end_date < today) return null;
  // a first day that has passed since the link was made is today
  const start_date = start !== undefined && start > today ? start : undefined;
  const isTaken = start_date === undefined && allows(transaction_limits, total ?? 0);
  if (total !== null && !isTaken) return null;
  return { start_date, end_date, transaction_limits, description };
}

function forOnePayment(amount: number, description: string | undefined, now: Date) {
  const limits = { max_transaction_amount: amount, max_period_amount: amount, max_period_count: 1 };
  return {
    end_date: utcDate(plusMs(now, SINGLE_PAYMENT_DAYS * DAY_MS)),
    transaction_limits: { ...limits, period: 'YEARLY' as const },
    description,
  };
}

function allows(limits: SetupLimits | undefined, amount: number): boolean {
  if (!limits) return true;
  const { max_transaction_amount: perTransaction, max_period_amount: perPeriod } = limits;
  return amount <= perTransaction && amount <= (perPeriod ?? amount);
}
