import { eventIn, statusAfter, type EventTable, type ProcessorWire } from './processor-wire.js';

const EVENTS: EventTable = {
  'charge.dispute.created': 'CHARGEBACK',
  'charge.dispute.reopened': 'SECOND_CHARGEBACK',
  'charge.dispute.evidence_submitted': 'EVIDENCE_RECEIVED',
  'charge.dispute.accepted': 'ACCEPTED',
  'charge.dispute.won': 'WON',
  'charge.dispute.lost': 'LOST',
};
const SIGNATURE = /^created=(\d{1,12}); sha512=([0-9a-f]{128})$/;
const MS_PER_S = 1_000;

/** `GW4`: an object inside an event, amounts as objects, times in seconds. */
export const gw4Wire: ProcessorWire = {
  integrationId: 'GW4',

  signature({ body, headers, receivedAt }) {
    const [, created, hex] = SIGNATURE.exec(String(headers['gw4-signature'] ?? '')) ?? [];
    if (!created || !hex) return null;
    return {
      algorithm: 'sha512',
      signed: Buffer.concat([Buffer.from(`${created}:`), body]),
      claimed: Buffer.from(hex, 'hex'),
      ageMs: receivedAt.getTime() - Number(created) * MS_PER_S,
    };
  },

  name(body) {
    const metadata = body.in('data').in('object').in('metadata');
    return { customerAppId: metadata.text('customer_app_id'), eventId: body.text('id') };
  },

  dispute(body) {
    const dispute = body.in('data').in('object');
    const metadata = dispute.in('metadata');
    const defence = dispute.in('evidence_details');
    const event = eventIn(EVENTS, body.text('type'));
    const isDefendable = defence.flag('accepted');
    const isAutoDefended = defence.flag('automatic');
    const note = dispute.textOrNull('issuer_note');
    return {
      processorReference: dispute.text('id'),
      customerAppId: metadata.text('customer_app_id'),
      paymentId: metadata.text('payment_id'),
      gatewayReference: null,
      report: {
        position: dispute.count('version'),
        round: dispute.count('cycle'),
        status: statusAfter(event, { isDefendable, isAutoDefended }),
        eventName: event,
        amount: dispute.in('amount').count('value'),
        currency: dispute.in('amount').currency('currency'),
        feeAmount: dispute.in('fee').amount('value'),
        isDefendable,
        isAutoDefended,
        defensePeriodDeadline: defence.instantOrNull('due_by', MS_PER_S),
        arn: dispute.textOrNull('network_reference'),
        code: dispute.in('reason').textOrNull('code'),
        reason: dispute.in('reason').textOrNull('message'),
        processorStatus: dispute.text('status'),
        merchantReference: dispute.textOrNull('payment_intent')?.replace(/^pi_/, '') ?? null,
        paymentReference: dispute.textOrNull('charge'),
        cardBrand: dispute.textOrNull('brand'),
        issuerComments: note === null ? null : { note },
      },
    };
  },
};
