import {
  askingNow,
  claimFollowUp,
  type CustomerAppId,
  type ErrorCode,
  followUpsFrom,
  type PaymentId,
} from '@towpath/kernel';

/** Why a charge is not to be completed. */
export interface ChargeRefusal {
  readonly code: ErrorCode;
  readonly explanation: string;
}

interface ChargeSnapshot {
  /** Ours and the gateway's name for the charge. */
  readonly paymentId: PaymentId;
  readonly customerAppId: CustomerAppId;
  /** The gateway that keeps the card, for example `GW1`. */
  readonly integrationId: string;
  /** After a refusal, an authorization is voided and no money is taken. */
  readonly refusal: ChargeRefusal | null;
  /** When to ask the gateway next; null if both sides agree permanently. */
  readonly followUpAt: Date | null;
  readonly followUpsAsked: number;
  readonly createdAt: Date;
}

/** The side of a payment without the payer that faces the gateway; its status is the payment's. */
export class Charge {
  private constructor(private values: ChargeSnapshot) {}

  static start(
    terms: Pick<ChargeSnapshot, 'paymentId' | 'customerAppId' | 'integrationId'>,
    at: { readonly now: Date; readonly followUpAt: Date },
  ): Charge {
    const { now: createdAt, followUpAt } = at;
    return new Charge({ ...terms, refusal: null, followUpAt, followUpsAsked: 0, createdAt });
  }

  static restore(snapshot: ChargeSnapshot): Charge {
    return new Charge(snapshot);
  }

  get snapshot(): ChargeSnapshot {
    return this.values;
  }

  get refusal(): ChargeRefusal | null {
    return this.values.refusal;
  }

  /** The first reason stays, because the gateway may already have received it. */
  refuse(refusal: ChargeRefusal): void {
    this.set({ refusal: this.refusal ?? refusal });
  }

  /** The gateway received a request or must be asked: the schedule starts again. */
  askFromNowOn(followUpAt: Date): void {
    this.set(followUpsFrom(followUpAt));
  }

  /** The caller asks; if the caller dies, the schedule asks. */
  askNow(now: Date): void {
    this.set(askingNow(now));
  }

  /** Takes the question that is due, so that no second worker asks it too; false without one. */
  claimFollowUp(now: Date): boolean {
    const next = claimFollowUp(this.values, now);
    if (next) this.set(next);
    return next !== null;
  }

  /** No more questions are necessary. */
  rest(): void {
    this.set({ followUpAt: null });
  }

  private set(values: Partial<ChargeSnapshot>): void {
    this.values = { ...this.values, ...values };
  }
}
