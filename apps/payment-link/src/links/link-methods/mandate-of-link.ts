import { plusMs, utcDate } from '@towpath/kernel';
import type { PaymentLinkTerms } from '../payment-links/payment-link-terms.js';
import type { SetupLimits } from '../payment-links/payment-link.table.js';

const DAY_MS = 86_400_000;
/** A bank may take days to accept a mandate; one for a single payment is not needed for longer. */
const SINGLE_PAYMENT_DAYS = 30;

/** The terms that the payer must accept. Dates: `YYYY-MM-DD`, UTC, inclusive. */
interface LinkMandateTerms {
  /** Null: from the day on which it is made. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly limits: SetupLimits | null;
  readonly description: string | null;
}

/**
 * The mandate of a link: by its set-up options, or for its one payment only. Null if such a mandate
 * has ended, or could not take the payment of the link.
 *
 * @param surcharge cost of a direct debit for the payer; minor units
 */
export function mandateOfLink(
  terms: PaymentLinkTerms,
  now: Date,
  surcharge: number,
): LinkMandateTerms | null {
  const total = terms.amount === null ? null : terms.amount + surcharge;
  const { description } = terms;
  if (terms.setupOptions === null) return forOnePayment(total, { description, now });
  const asked = terms.setupOptions.mandate_details ?? {};
  const today = utcDate(now);
  const { start_date: start = today, end_date: endDate = null } = asked;
  if (endDate !== null && endDate < today) return null;
  const limits = asked.transaction_limits ?? null;
  if (total !== null && (start > today || !allows(limits, total))) return null;
  return {
    // a first day that has passed since the link was made
    startDate: start > today ? start : null,
    endDate,
    limits,
    description: asked.description ?? description,
  };
}

function forOnePayment(
  amount: number | null,
  { description, now }: { readonly description: string | null; readonly now: Date },
): LinkMandateTerms | null {
  if (amount === null) return null;
  return {
    startDate: null,
    endDate: utcDate(plusMs(now, SINGLE_PAYMENT_DAYS * DAY_MS)),
    limits: {
      max_transaction_amount: amount,
      max_period_amount: amount,
      max_period_count: 1,
      period: 'YEARLY',
    },
    description,
  };
}

function allows(limits: SetupLimits | null, amount: number): boolean {
  if (limits === null) return true;
  const { max_transaction_amount: perTransaction, max_period_amount: perPeriod } = limits;
  return amount <= perTransaction && amount <= (perPeriod ?? amount);
}
