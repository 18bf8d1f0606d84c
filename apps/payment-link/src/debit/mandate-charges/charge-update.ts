import type { MandateChargeResponse } from '@towpath/contracts/internal';
import type { ChargeBankStatus, ErrorCode, PaymentId, Failure } from '@towpath/kernel';
import { paymentStep, type ChargedStep, type PaymentStep } from '../../money/payments/payment.js';
import type { MandateCharge } from './mandate-charge.js';

/** State of a charge in mandate, by an answer or an event. */
export interface ChargeUpdate {
  readonly bankStatus: ChargeBankStatus;
  readonly failure: Failure | null;
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
  { failure, bankTransactionReference, processorDetails }: ChargeUpdate,
): PaymentStep[] {
  const bank = { ...charge.snapshot.bank, bankTransactionReference };
  const report = { processorDetails, cardDetails: null, walletDetails: null, bank };
  return steps.map((step) => paymentStep(step, { failure, report, corrected: COLLECTED }));
}

/** States of a payment that a mandate is charged for; null: it does not exist yet. */
export const CHARGED_STATES = ['PROCESSING', 'SUBMITTED', 'EXECUTED', 'FAILED', 'REVOKED'] as const;
export type ChargedState = (typeof CHARGED_STATES)[number];

const NOTHING: readonly ChargedStep[] = [];

const SAME: Record<ChargeBankStatus, readonly ChargedStep[]> = {
  NOT_SEEN: NOTHING,
  PENDING: NOTHING,
  EXECUTED: NOTHING,
  FAILED: NOTHING,
  REVOKED: NOTHING,
  RETURNED: NOTHING,
  REINSTATED: NOTHING,
};

/** Ended without money; if the bank has the money after all, our books follow it. */
const ENDED: Record<ChargeBankStatus, readonly ChargedStep[]> = {
  ...SAME,
  EXECUTED: ['CORRECT'],
  RETURNED: ['CORRECT', 'TAKE_BACK'],
  REINSTATED: ['CORRECT', 'TAKE_BACK', 'REINSTATE'],
};

/** Payment x status at the bank: every pair has an answer, so late and repeated updates are safe. */
const STEPS: Record<ChargedState, Record<ChargeBankStatus, readonly ChargedStep[]>> = {
  PROCESSING: {
    NOT_SEEN: NOTHING,
    PENDING: ['HAND_OVER'],
    EXECUTED: ['HAND_OVER', 'EXECUTE'],
    FAILED: ['FAIL'],
    REVOKED: ['HAND_OVER', 'REVOKE'],
    RETURNED: ['HAND_OVER', 'EXECUTE', 'TAKE_BACK'],
    REINSTATED: ['HAND_OVER', 'EXECUTE', 'TAKE_BACK', 'REINSTATE'],
  },
  SUBMITTED: {
    ...SAME,
    EXECUTED: ['EXECUTE'],
    FAILED: ['FAIL'],
    REVOKED: ['REVOKE'],
    RETURNED: ['EXECUTE', 'TAKE_BACK'],
    REINSTATED: ['EXECUTE', 'TAKE_BACK', 'REINSTATE'],
  },
  EXECUTED: { ...SAME, RETURNED: ['TAKE_BACK'], REINSTATED: ['TAKE_BACK', 'REINSTATE'] },
  FAILED: ENDED,
  REVOKED: ENDED,
};

/** A payment is returned once at most, and its return is cancelled once at most. */
export function chargedSteps(
  state: ChargedState,
  bankStatus: ChargeBankStatus,
  { returned, reinstated }: { readonly returned: boolean; readonly reinstated: boolean },
): readonly ChargedStep[] {
  if (reinstated) return NOTHING;
  if (returned) return bankStatus === 'REINSTATED' ? ['REINSTATE'] : NOTHING;
  return STEPS[state][bankStatus];
}
