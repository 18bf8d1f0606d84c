import type { MandateChargeResponse } from '@towpath/contracts/internal';
import {
  assertUnreachable,
  type ChargeBankStatus,
  type ErrorCode,
  type PaymentId,
} from '@towpath/kernel';
import type { PaymentFailure, PaymentStep, ProcessorReport } from '../../money/payments/payment.js';
import type { ChargedStep } from './mandate-charge-step.js';
import type { MandateCharge } from './mandate-charge.js';

/** State of a charge in mandate, by an answer or an event. */
export interface ChargeUpdate {
  readonly bankStatus: ChargeBankStatus;
  readonly failure: PaymentFailure | null;
  readonly bankTransactionReference: string | null;
  readonly processorDetails: object | null;
}

export interface UpdatedCharge {
  readonly paymentId: PaymentId;
  readonly update: ChargeUpdate;
}

/** Nothing is known of it. */
export const NO_UPDATE: ChargeUpdate = {
  bankStatus: 'NOT_SEEN',
  failure: null,
  bankTransactionReference: null,
  processorDetails: null,
};

const DECLINED: PaymentFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank declined the payment.',
};
const RETURNED = 'The bank gave the money back to the payer.';
const COLLECTED = 'the bank reports it as collected';

export function updateOf(answer: MandateChargeResponse): ChargeUpdate {
  const { bank_status, failure, bank_transaction_reference, processor_details } = answer;
  return {
    bankStatus: bank_status,
    failure: failure ? { ...failure, code: failure.code as ErrorCode } : null,
    bankTransactionReference: bank_transaction_reference ?? null,
    processorDetails: processor_details ?? null,
  };
}

/** The payment's own steps, with the bank's report. */
export function paymentSteps(
  steps: readonly ChargedStep[],
  charge: MandateCharge,
  update: ChargeUpdate,
): PaymentStep[] {
  const { bankTransactionReference, processorDetails } = update;
  const bank = { ...charge.snapshot.bank, bankTransactionReference };
  const report = { processorDetails, cardDetails: null, walletDetails: null, bank };
  return steps.map((step) => paymentStep(step, update, report));
}

function paymentStep(
  step: ChargedStep,
  { failure }: ChargeUpdate,
  report: ProcessorReport,
): PaymentStep {
  switch (step) {
    case 'HAND_OVER':
    case 'EXECUTE':
      return { step, report };
    case 'FAIL':
      return { step, failure: failure ?? DECLINED, report };
    case 'REVOKE':
      return { step, reason: failure?.explanation ?? null, report };
    case 'TAKE_BACK':
      return { step, reason: failure?.explanation ?? RETURNED, report };
    case 'CORRECT':
      return { step, reason: COLLECTED, report };
    default:
      return assertUnreachable(step);
  }
}
