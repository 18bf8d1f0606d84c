import { createHmac } from 'node:crypto';
import type { CustomerAppId } from '@towpath/kernel';

export const SECRET = 'a-secret-of-the-card-processors-for-tests';
export const PREVIOUS_SECRET = 'the-secret-of-the-processors-before-that';

export interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Notified {
  readonly app: { readonly id: CustomerAppId };
  readonly paymentId: string;
  readonly reference?: string;
  readonly position?: number;
  readonly round?: number;
  readonly event?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly isDefendable?: boolean;
  readonly defendBy?: Date | null;
  readonly eventId?: string;
}

let count = 0;

/** A notification of `GW1`. */
export function gw1Body(notified: Notified): Record<string, unknown> {
  count += 1;
  const { position = 1, reference = `dp_${notified.paymentId}` } = notified;
  return {
    event_id: notified.eventId ?? `evt_${process.pid}_${count}`,
    event: notified.event ?? 'chargeback',
    customer_app_id: notified.app.id,
    dispute_reference: reference,
    position,
    round: notified.round ?? 1,
    reference: 'ref-1',
    psp_reference: 'GW1PSP',
    payment_id: notified.paymentId,
    amount: notified.amount ?? 12_500,
    currency: notified.currency ?? 'HKD',
    fee_amount: 1_500,
    reason_code: '10.4',
    reason: 'Somebody else used the card.',
    status: 'open',
    arn: '74000000000000000000000',
    is_defendable: notified.isDefendable ?? true,
    is_auto_defended: false,
    defend_by: notified.defendBy ?? '2060-01-15T00:00:00.000Z',
    card_brand: 'Visa',
    issuer_comment: 'Not mine.',
  };
}

export function gw2Body(notified: Notified): Record<string, unknown> {
  return {
    id: `evt_${process.pid}_${(count += 1)}`,
    type: notified.event ?? 'dispute.OPENED',
    dispute: {
      id: `dp_${notified.paymentId}`,
      shop: notified.app.id,
      order_id: notified.paymentId,
      merchant_reference: 'ref-2',
      payment: 'GW2PSP',
      step: 1,
      cycle: 1,
      value: '125.00',
      fee: '15.00',
      currency: 'USD',
      code: '10.4',
      text: 'Somebody else used the card.',
      state: 'OPEN',
      acquirer_reference: '74000000000000000000000',
      contestable: true,
      contested_by_us: true,
      contest_until: Date.parse('2060-01-15T00:00:00.000Z'),
      scheme: 'Visa',
      note: 'Not mine.',
    },
  };
}

export function gw4Body(notified: Notified): Record<string, unknown> {
  return {
    id: `evt_${process.pid}_${(count += 1)}`,
    type: notified.event ?? 'charge.dispute.created',
    data: {
      object: {
        id: `dp_${notified.paymentId}`,
        version: 1,
        cycle: 1,
        status: 'needs_response',
        amount: { value: 12_500, currency: 'SGD' },
        fee: { value: 1_500, currency: 'SGD' },
        reason: { code: '10.4', message: 'Somebody else used the card.' },
        evidence_details: { accepted: false, automatic: false, due_by: null },
        charge: 'GW4PSP',
        payment_intent: 'pi_ref-4',
        network_reference: '74000000000000000000000',
        brand: 'Visa',
        issuer_note: 'Not mine.',
        metadata: { customer_app_id: notified.app.id, payment_id: notified.paymentId },
      },
    },
  };
}

/** As each processor signs, `at` in ms. */
export function signed(
  integration: 'gw1' | 'gw2' | 'gw4',
  content: object | string,
  { secret = SECRET, at = Date.now() }: { readonly secret?: string; readonly at?: number } = {},
): Signed {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const seconds = Math.floor(at / 1_000);
  const mac = (algorithm: string, text: string) => createHmac(algorithm, secret).update(text);
  if (integration === 'gw1') {
    const v1 = mac('sha256', `${seconds}.${body}`).digest('hex');
    return { body, headers: { 'gw-signature': `t=${seconds},v1=${v1}` } };
  }
  if (integration === 'gw2') {
    const signature = mac('sha256', `${at}\n${body}`).digest('base64');
    return { body, headers: { 'x-gw2-timestamp': String(at), 'x-gw2-signature': signature } };
  }
  const sha512 = mac('sha512', `${seconds}:${body}`).digest('hex');
  return { body, headers: { 'gw4-signature': `created=${seconds}; sha512=${sha512}` } };
}
