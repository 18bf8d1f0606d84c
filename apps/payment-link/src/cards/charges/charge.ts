import { type FollowUps, Schedule } from '@towpath/kernel';
import type { ChargeRefusal, ChargeSnapshot } from './charge.table.js';

export const NO_CONSENT: ChargeRefusal = {
  code: 'AUTOPAY_CONSENT_REQUIRED',
  explanation: 'The payment user has not consented to charges without them.',
};

export const NOT_CHARGEABLE: ChargeRefusal = {
  code: 'INVALID_PAYMENT_METHOD_STATUS',
  explanation: 'Only a payment method in status SUCCEEDED can be charged.',
};

/** The bank requires the payer, who is absent. */
export const PAYER_NEEDED: ChargeRefusal = {
  code: 'AUTHENTICATION_REQUIRED',
  explanation: 'The bank asks the payer to confirm; send them a payment link.',
};

/** The gateway gave an authorization back that we did not refuse. */
export const GIVEN_BACK: ChargeRefusal = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The card gateway gave the authorization back.',
};

type Values = Omit<ChargeSnapshot, keyof FollowUps>;

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
    terms: Pick<Values, 'paymentId' | 'customerAppId' | 'integrationId'>,
    now: Date,
  ): Charge {
    return new Charge({ ...terms, refusal: null, createdAt: now }, Schedule.asking(now));
  }

  static restore(snapshot: ChargeSnapshot): Charge {
    return new Charge(snapshot, new Schedule(snapshot));
  }

  get snapshot(): ChargeSnapshot {
    return { ...this.values, ...this.schedule.followUps };
  }

  get refusal(): ChargeRefusal | null {
    return this.values.refusal;
  }

  /** The reason why the money may not be taken (any more); null if there is none. */
  objection({ card, autopayConsent }: ChargeConditions): ChargeRefusal | null {
    if (this.refusal) return this.refusal;
    if (card?.status !== 'SUCCEEDED') return NOT_CHARGEABLE;
    return autopayConsent ? null : NO_CONSENT;
  }

  /** The first reason stays, because the gateway may already have received it. */
  refuse(refusal: ChargeRefusal): void {
    this.values = { ...this.values, refusal: this.refusal ?? refusal };
  }
}
