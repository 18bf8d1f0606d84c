import type { PaymentState } from '../payments/domain/payment.transitions.js';

/**
 * The next step of a scheduled payout for the payment that collects its funds.
 * - `PULL`: there is no such payment yet; charge the mandate.
 * - `WAIT`: the bank has not decided.
 * - `FUND`: the money is available.
 * - `FAIL`: the money did not arrive, or was returned before its use.
 */
type FundingStep = 'PULL' | 'WAIT' | 'FUND' | 'FAIL';

const STEPS: Readonly<Record<PaymentState, FundingStep>> = {
  CREATED: 'WAIT',
  AUTHORIZATION_REQUIRED: 'WAIT',
  AUTHORIZING: 'WAIT',
  PROCESSING: 'WAIT',
  SUBMITTED: 'WAIT',
  EXECUTED: 'FUND',
  FAILED: 'FAIL',
  REVOKED: 'FAIL',
  CANCELLED: 'FAIL',
};

interface FundingPayment {
  readonly status: PaymentState;
  /** The bank gave money back to the payer, a refund does so, or it is disputed. */
  readonly isReduced: boolean;
}

/** Every standing of the payment has an answer. */
export function fundingStep(payment: FundingPayment | null): FundingStep {
  if (!payment) return 'PULL';
  return payment.isReduced ? 'FAIL' : STEPS[payment.status];
}
