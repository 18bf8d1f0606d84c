import {
  claimFollowUp,
  type CustomerAppId,
  type ErrorCode,
  followUpsFrom,
  type MandateId,
  type PaymentId,
} from '@towpath/kernel';
import type { BankReport, Payment, PaymentTerms } from '../../money/payments/domain/payment.js';

/** Why the mandate was not charged; nothing of it is left at the bank. */
export interface MandateChargeRefusal {
  readonly code: ErrorCode;
  readonly explanation: string;
}

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

export interface MandateChargeSnapshot extends MandateChargeTerms {
  readonly status: MandateChargeStatus;
  readonly refusal: MandateChargeRefusal | null;
  /** When to ask the mandate next; null when nothing is left to ask. */
  readonly followUpAt: Date | null;
  readonly followUpsAsked: number;
  readonly createdAt: Date;
}

/** The record of a charge of a mandate, written before the call to mandate. */
export class MandateCharge {
  private constructor(private values: MandateChargeSnapshot) {}

  static start(
    terms: MandateChargeTerms,
    at: { readonly now: Date; readonly followUpAt: Date },
  ): MandateCharge {
    return new MandateCharge({
      ...terms,
      status: terms.payment === null ? 'ACCEPTED' : 'STARTED',
      refusal: null,
      followUpAt: at.followUpAt,
      followUpsAsked: 0,
      createdAt: at.now,
    });
  }

  static restore(snapshot: MandateChargeSnapshot): MandateCharge {
    return new MandateCharge(snapshot);
  }

  get snapshot(): MandateChargeSnapshot {
    return this.values;
  }

  get status(): MandateChargeStatus {
    return this.values.status;
  }

  /** Its payment exists from now on; also when the money came after a refusal. */
  accept(): void {
    this.set({ status: 'ACCEPTED', refusal: null });
  }

  refuse(refusal: MandateChargeRefusal): void {
    this.set({ status: 'REFUSED', refusal, followUpAt: null });
  }

  /** The schedule starts again. */
  askFromNowOn(followUpAt: Date): void {
    this.set(followUpsFrom(followUpAt));
  }

  /** Takes the question that is due, so that no second worker asks it too; false without one. */
  claimFollowUp(now: Date): boolean {
    const next = claimFollowUp(this.values, now);
    if (next) this.set(next);
    return next !== null;
  }

  /** Events of mandate report the remaining changes. */
  rest(): void {
    this.set({ followUpAt: null });
  }

  private set(values: Partial<MandateChargeSnapshot>): void {
    this.values = { ...this.values, ...values };
  }
}
