import { type FollowUps, type GatewayStatus, Schedule, type Failure } from '@towpath/kernel';
import { NO_CONSENT } from '../../money/payments/payment.js';
import type { PreparedStep } from '../card-gateways/prepared-step.js';
import type { ChargeSnapshot } from './charge.table.js';

export const NOT_CHARGEABLE: Failure = {
  code: 'INVALID_PAYMENT_METHOD_STATUS',
  explanation: 'Only a payment method in status SUCCEEDED can be charged.',
};

/** The bank requires the payer, who is absent. */
export const PAYER_NEEDED: Failure = {
  code: 'AUTHENTICATION_REQUIRED',
  explanation: 'The bank asks the payer to confirm; send them a payment link.',
};

/** The gateway gave an authorization back that we did not refuse. */
export const GIVEN_BACK: Failure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The card gateway gave the authorization back.',
};

type Values = Omit<ChargeSnapshot, keyof FollowUps>;

interface CallTime {
  /** The longest time in ms that a call to the gateway takes. */
  readonly callMs: number;
}

/** What decides together with the charge whether its money may be taken. */
export interface ChargeConditions {
  readonly card: { readonly status: string } | null;
  /** Present consent of the payer. */
  readonly autopayConsent: boolean;
}

/** The side of a payment without the payer that faces the gateway; its status is the payment's. */
export class Charge {
  private constructor(
    private values: Values,
    readonly schedule: Schedule,
  ) {}

  /** The caller sends it after the commit. */
  static start(
    { callMs, ...terms }: Omit<Values, 'gatewayReference' | 'refusal' | 'createdAt'> & CallTime,
    now: Date,
  ): Charge {
    const unknown = { gatewayReference: null, refusal: null };
    const charge = new Charge({ ...terms, ...unknown, createdAt: now }, Schedule.asking(now));
    charge.schedule.wake(now, callMs);
    return charge;
  }

  static restore(snapshot: ChargeSnapshot): Charge {
    return new Charge(snapshot, new Schedule(snapshot));
  }

  get snapshot(): ChargeSnapshot {
    return { ...this.values, ...this.schedule.followUps };
  }

  get refusal(): Failure | null {
    return this.values.refusal;
  }

  /** The reason why the money may not be taken (any more); null if there is none. */
  objection({ card, autopayConsent }: ChargeConditions): Failure | null {
    if (this.refusal) return this.refusal;
    if (card?.status !== 'SUCCEEDED') return NOT_CHARGEABLE;
    return autopayConsent ? null : NO_CONSENT;
  }

  /** What the gateway is to confirm. The first ID stays, because it may be confirmed already. */
  prepare(gatewayReference: string): void {
    this.values = {
      ...this.values,
      gatewayReference: this.values.gatewayReference ?? gatewayReference,
    };
  }

  /** The first reason stays, because the gateway may already have received it. */
  refuse(refusal: Failure): void {
    this.values = { ...this.values, refusal: this.refusal ?? refusal };
  }
}

/** States of a payment that was charged without the payer. */
export const CHARGE_STATES = ['PROCESSING', 'SUBMITTED', 'EXECUTED', 'FAILED'] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

/**
 * The next step for a charge.
 * - `REST`: both sides agree permanently; no more questions.
 * - `WAIT`: the gateway has not decided; ask again later.
 * - `SEND`: the request never arrived; send it again.
 * - `PAYER_ABSENT`: the bank demands the payer, who is absent; void the authorization.
 * - `DECIDE`: authorized; decide now whether to take the money.
 * - `CAPTURE`, `VOID`: call the gateway.
 * - `TAKE`: the gateway captured without our request.
 * - `SUCCEED`, `FAIL`: adopt the gateway's outcome.
 * - `CORRECT`: the gateway has the money although we recorded a failure; our books follow it.
 * - `TAKE_BACK`: the capture failed after its success: the money is gone.
 */
type ChargeStep =
  | 'REST'
  | 'WAIT'
  | 'SEND'
  | 'PAYER_ABSENT'
  | 'DECIDE'
  | 'CAPTURE'
  | 'VOID'
  | 'TAKE'
  | 'SUCCEED'
  | 'FAIL'
  | 'CORRECT'
  | 'TAKE_BACK';

const DONE: Record<GatewayStatus, ChargeStep> = {
  NOT_SEEN: 'REST',
  PENDING: 'REST',
  ACTION_REQUIRED: 'REST',
  AUTHORIZED: 'REST',
  DECLINED: 'REST',
  CAPTURED: 'REST',
  CAPTURE_FAILED: 'REST',
  VOIDED: 'REST',
  REFUNDED: 'REST',
};

/** Our state x the gateway's books: every pair has an answer, so no call-back can surprise us. */
const STEPS: Record<ChargeState, Record<GatewayStatus, ChargeStep>> = {
  PROCESSING: {
    NOT_SEEN: 'SEND',
    PENDING: 'WAIT',
    ACTION_REQUIRED: 'PAYER_ABSENT',
    AUTHORIZED: 'DECIDE',
    DECLINED: 'FAIL',
    CAPTURED: 'TAKE',
    CAPTURE_FAILED: 'FAIL',
    VOIDED: 'FAIL',
    REFUNDED: 'FAIL',
  },
  SUBMITTED: {
    NOT_SEEN: 'WAIT',
    PENDING: 'WAIT',
    ACTION_REQUIRED: 'WAIT',
    AUTHORIZED: 'CAPTURE',
    DECLINED: 'FAIL',
    CAPTURED: 'SUCCEED',
    CAPTURE_FAILED: 'FAIL',
    VOIDED: 'FAIL',
    REFUNDED: 'FAIL',
  },
  EXECUTED: { ...DONE, CAPTURE_FAILED: 'TAKE_BACK' },
  FAILED: {
    ...DONE,
    PENDING: 'VOID',
    ACTION_REQUIRED: 'VOID',
    AUTHORIZED: 'VOID',
    CAPTURED: 'CORRECT',
  },
};

export function chargeStep(state: ChargeState, gatewayStatus: GatewayStatus): ChargeStep {
  return STEPS[state][gatewayStatus];
}

/** What the gateway prepared takes no money before it is confirmed, here and nowhere else. */
const PREPARED_STEPS: Record<ChargeState, PreparedStep> = {
  PROCESSING: 'CONFIRM',
  SUBMITTED: 'REST',
  EXECUTED: 'REST',
  FAILED: 'VOID',
};

export function preparedChargeStep(state: ChargeState): PreparedStep {
  return PREPARED_STEPS[state];
}
