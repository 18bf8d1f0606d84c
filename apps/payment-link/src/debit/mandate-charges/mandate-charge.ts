import {
  type CustomerAppId,
  type ErrorCode,
  type FollowUps,
  type MandateId,
  type PaymentId,
  Schedule,
} from '@towpath/kernel';
import type { BankReport, Payment, PaymentTerms } from '../../money/payments/domain/payment.js';

/** Why the mandate was not charged; nothing of it is left at the bank. */
export interface MandateChargeRefusal {
  readonly code: ErrorCode;
  readonly explanation: string;
}

export const NO_CONSENT: MandateChargeRefusal = {
  code: 'AUTOPAY_CONSENT_REQUIRED',
  explanation: 'The payment user has not consented to charges without them.',
};

/** The outcome of a charge. */
export interface MandateChargeOutcome {
  /** Why there is no payment; null when there is one, or nothing is known yet. */
  readonly refusal: MandateChargeRefusal | null;
  /** The committed payment; null if it did not change, or changed together with its link. */
  readonly payment: Payment | null;
}

/**
 * - `STARTED`: mandate may have received the request; the payment does not exist yet.
 * - `ACCEPTED`: the payment exists and has its own status.
 * - `REFUSED`: the mandate or the payer did not permit the charge; there is no payment.
 */
export type MandateChargeStatus = 'STARTED' | 'ACCEPTED' | 'REFUSED';

export interface MandateChargeTerms {
  /** Also of the payment that it is for. */
  readonly paymentId: PaymentId;
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Terms of the payment after the mandate accepts; null if the payment exists already. */
  readonly payment: PaymentTerms | null;
  readonly bank: Omit<BankReport, 'bankTransactionReference'>;
}

export interface MandateChargeSnapshot extends MandateChargeTerms, FollowUps {
  readonly status: MandateChargeStatus;
  readonly refusal: MandateChargeRefusal | null;
  readonly createdAt: Date;
}

type Values = Omit<MandateChargeSnapshot, keyof FollowUps>;

/** The payer's side of a mandate: bank, account and authorization there. */
export type MandateBank = MandateChargeTerms['bank'];

/** The record of a charge of a mandate, written before the call to mandate. */
export class MandateCharge {
  private constructor(
    private values: Values,
    readonly schedule: Schedule,
  ) {}

  /** The caller asks mandate after the commit. */
  static start(terms: MandateChargeTerms, now: Date): MandateCharge {
    const status = terms.payment === null ? 'ACCEPTED' : 'STARTED';
    const values: Values = { ...terms, status, refusal: null, createdAt: now };
    return new MandateCharge(values, Schedule.asking(now));
  }

  static restore(snapshot: MandateChargeSnapshot): MandateCharge {
    return new MandateCharge(snapshot, new Schedule(snapshot));
  }

  get snapshot(): MandateChargeSnapshot {
    return { ...this.values, ...this.schedule.followUps };
  }

  get status(): MandateChargeStatus {
    return this.values.status;
  }

  /** Its payment exists from now on; also when the money came after a refusal. */
  accept(): void {
    this.values = { ...this.values, status: 'ACCEPTED', refusal: null };
  }

  refuse(refusal: MandateChargeRefusal): void {
    this.values = { ...this.values, status: 'REFUSED', refusal };
    this.schedule.rest();
  }
}
