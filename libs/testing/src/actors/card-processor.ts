import { createHmac } from 'node:crypto';

const MS_PER_S = 1_000;

/** A body as the sandbox's card gateway `GW1` sends it, with the headers that prove who sent it. */
export interface SignedNotice {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The content of a notification about a chargeback. */
export interface ReportedChargeback {
  /** 1 to 200 characters; by default the reference with the position. */
  readonly eventId?: string;
  readonly customerAppId: string;
  readonly paymentId: string;
  /** `GW1`'s ID of the dispute. */
  readonly reference: string;
  /** From 1: counts what happened to the dispute. */
  readonly position?: number;
  /** Minor units of HKD. */
  readonly amount?: number;
}

/** That a card holder contests a payment, as `GW1` writes it. */
export interface ChargebackNotice {
  readonly event_id: string;
  readonly [member: string]: unknown;
}

export function chargebackNotice(chargeback: ReportedChargeback): ChargebackNotice {
  const { reference, position = 1 } = chargeback;
  return {
    event_id: chargeback.eventId ?? `${reference}-${position}`,
    event: 'chargeback',
    customer_app_id: chargeback.customerAppId,
    dispute_reference: reference,
    position,
    round: 1,
    reference: 'ref-1',
    psp_reference: 'GW1PSP',
    payment_id: chargeback.paymentId,
    amount: chargeback.amount ?? 12_500,
    currency: 'HKD',
    fee_amount: 1_500,
    reason_code: '10.4',
    reason: 'Somebody else used the card.',
    status: 'open',
    arn: '74000000000000000000000',
    is_defendable: true,
    is_auto_defended: false,
    defend_by: '2060-01-15T00:00:00.000Z',
    card_brand: 'Visa',
    issuer_comment: 'Not mine.',
  };
}

/** Signed as `GW1` signs: an HMAC over the time and the body. */
export function signedByGw1(content: object, secret: string): SignedNotice {
  const body = JSON.stringify(content);
  const seconds = Math.floor(Date.now() / MS_PER_S);
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'gw-signature': `t=${seconds},v1=${v1}` };
  return { body, headers };
}
