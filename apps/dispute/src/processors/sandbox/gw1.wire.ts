import { eventIn, statusAfter, type EventTable, type ProcessorWire } from './processor-wire.js';

const EVENTS: EventTable = {
  chargeback: 'CHARGEBACK',
  second_chargeback: 'SECOND_CHARGEBACK',
  evidence_received: 'EVIDENCE_RECEIVED',
  chargeback_accepted: 'ACCEPTED',
  chargeback_won: 'WON',
  chargeback_lost: 'LOST',
};
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const MS_PER_S = 1_000;

/** `GW1`: flat JSON in minor units. */
export const gw1Wire: ProcessorWire = {
  integrationId: 'GW1',

  signature({ body, headers, receivedAt }) {
    const [, seconds, hex] = SIGNATURE.exec(String(headers['gw-signature'] ?? '')) ?? [];
    if (!seconds || !hex) return null;
    return {
      algorithm: 'sha256',
      signed: Buffer.concat([Buffer.from(`${seconds}.`), body]),
      claimed: Buffer.from(hex, 'hex'),
      ageMs: receivedAt.getTime() - Number(seconds) * MS_PER_S,
    };
  },

  name: (body) => ({ customerAppId: body.text('customer_app_id'), eventId: body.text('event_id') }),

  dispute(body) {
    const event = eventIn(EVENTS, body.text('event'));
    const isDefendable = body.flag('is_defendable');
    const isAutoDefended = body.flag('is_auto_defended');
    const comment = body.textOrNull('issuer_comment');
    return {
      processorReference: body.text('dispute_reference'),
      customerAppId: body.text('customer_app_id'),
      paymentId: body.text('payment_id'),
      gatewayReference: null,
      report: {
        position: body.count('position'),
        round: body.count('round'),
        status: statusAfter(event, { isDefendable, isAutoDefended }),
        eventName: event,
        amount: body.count('amount'),
        currency: body.currency('currency'),
        feeAmount: body.amount('fee_amount'),
        isDefendable,
        isAutoDefended,
        defensePeriodDeadline: body.instantOrNull('defend_by'),
        arn: body.textOrNull('arn'),
        code: body.textOrNull('reason_code'),
        reason: body.textOrNull('reason'),
        processorStatus: body.text('status'),
        merchantReference: body.textOrNull('reference'),
        paymentReference: body.textOrNull('psp_reference'),
        cardBrand: body.textOrNull('card_brand'),
        issuerComments: comment === null ? null : { comment },
      },
    };
  },
};
