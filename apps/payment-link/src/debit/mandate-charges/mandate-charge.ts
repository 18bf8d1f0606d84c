import { type FollowUps, Schedule, type Failure } from '@towpath/kernel';
import type { Payment } from '../../money/payments/payment.js';
import type { MandateChargeSnapshot, MandateChargeStatus } from './mandate-charge.table.js';

/** The outcome of a charge. */
export interface MandateChargeOutcome {
  /** Why there is no payment; null when there is one, or nothing is known yet. */
  readonly refusal: Failure | null;
  /** The committed payment; null if it did not change, or changed together with its link. */
  readonly payment: Payment | null;
}

/** What is fixed when a charge starts. */
export type MandateChargeTerms = Omit<
  MandateChargeSnapshot,
  'status' | 'refusal' | 'createdAt' | keyof FollowUps
>;

type Values = Omit<MandateChargeSnapshot, keyof FollowUps>;

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

  refuse(refusal: Failure): void {
    this.values = { ...this.values, status: 'REFUSED', refusal };
    this.schedule.rest();
  }
}
