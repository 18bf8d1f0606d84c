import { eventIn, statusAfter, type EventTable, type ProcessorWire } from './processor-wire.js';

const EVENTS: EventTable = {
  'dispute.OPENED': 'CHARGEBACK',
  'dispute.REOPENED': 'SECOND_CHARGEBACK',
  'dispute.CONTESTED': 'EVIDENCE_RECEIVED',
  'dispute.CONCEDED': 'ACCEPTED',
  'dispute.RESOLVED_FOR_MERCHANT': 'WON',
  'dispute.RESOLVED_FOR_CARDHOLDER': 'LOST',
};
const TIMESTAMP = /^\d{1,15}$/;

/** `GW2`: nested, amounts as decimal text, times in ms. */
export const gw2Wire: ProcessorWire = {
  integrationId: 'GW2',

  signature({ body, headers, receivedAt }) {
    const timestamp = String(headers['x-gw2-timestamp'] ?? '');
    if (!TIMESTAMP.test(timestamp)) return null;
    return {
      algorithm: 'sha256',
      signed: Buffer.concat([Buffer.from(`${timestamp}\n`), body]),
      claimed: Buffer.from(String(headers['x-gw2-signature'] ?? ''), 'base64'),
      ageMs: receivedAt.getTime() - Number(timestamp),
    };
  },

  name: (body) => ({ customerAppId: body.in('dispute').text('shop'), eventId: body.text('id') }),

  dispute(body) {
    const dispute = body.in('dispute');
    const event = eventIn(EVENTS, body.text('type'));
    const isDefendable = dispute.flag('contestable');
    const isAutoDefended = dispute.flag('contested_by_us');
    const currency = dispute.currency('currency');
    const note = dispute.textOrNull('note');
    return {
      processorReference: dispute.text('id'),
      customerAppId: dispute.text('shop'),
      paymentId: dispute.text('order_id'),
      gatewayReference: null,
      report: {
        position: dispute.count('step'),
        round: dispute.count('cycle'),
        status: statusAfter(event, { isDefendable, isAutoDefended }),
        eventName: event,
        amount: dispute.decimal('value', { currency }),
        currency,
        feeAmount: dispute.decimal('fee', { currency }),
        isDefendable,
        isAutoDefended,
        defensePeriodDeadline: dispute.instantOrNull('contest_until'),
        arn: dispute.textOrNull('acquirer_reference'),
        code: dispute.textOrNull('code'),
        reason: dispute.textOrNull('text'),
        processorStatus: dispute.text('state'),
        merchantReference: dispute.textOrNull('merchant_reference'),
        paymentReference: dispute.textOrNull('payment'),
        cardBrand: dispute.textOrNull('scheme'),
        issuerComments: note === null ? null : { note },
      },
    };
  },
};
