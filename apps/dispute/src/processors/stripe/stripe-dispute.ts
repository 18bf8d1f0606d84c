import { fromStripe } from '@towpath/http';
import type Stripe from 'stripe';
import type { DisputeReport, ReportedDispute } from '../../disputes/dispute.table.js';
import type { DisputeState } from '../../disputes/dispute.transitions.js';
import { UnreadableNotification } from '../ports.js';

const MS_PER_S = 1_000;
/** The key of metadata that says that the merchant accepted the dispute here. */
export const ACCEPTED = 'accepted';
/** The key of metadata with the digest of the evidence. */
export const EVIDENCE = 'evidence_digest';

interface StatusLine {
  /** `ANSWERABLE`: as the deadline says. */
  readonly status: Exclude<DisputeState, 'ACTION_REQUIRED' | 'UNDEFENDED'> | 'ANSWERABLE';
  readonly event: string;
}

/**
 * All statuses, in the order in which they can follow each other. An inquiry that was closed is won:
 * no money moved. An appeal opens a dispute that was lost again.
 */
const STATUSES: Readonly<Record<string, StatusLine>> = {
  warning_needs_response: { status: 'ANSWERABLE', event: 'INQUIRY' },
  warning_under_review: { status: 'PROCESSING', event: 'EVIDENCE_RECEIVED' },
  warning_closed: { status: 'WON', event: 'WON' },
  needs_response: { status: 'ANSWERABLE', event: 'CHARGEBACK' },
  under_review: { status: 'PROCESSING', event: 'EVIDENCE_RECEIVED' },
  prevented: { status: 'WON', event: 'WON' },
  won: { status: 'WON', event: 'WON' },
  lost: { status: 'LOST', event: 'LOST' },
  appeal_needs_response: { status: 'ANSWERABLE', event: 'APPEAL' },
  appeal_under_review: { status: 'PROCESSING', event: 'EVIDENCE_RECEIVED' },
};
const RANKS = Object.keys(STATUSES);
/** Below a second, changes of the dispute differ by what they changed. */
const PER_ENTRY = 20;

export function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_');
}

/** Without an answer or a decision. */
export function isOpen({ status }: Stripe.Dispute): boolean {
  return ['ANSWERABLE', 'PROCESSING'].includes(STATUSES[status]?.status ?? '');
}

/**
 * A dispute as it was at `seenAt`. Stripe has no number of changes, so that its position is the time,
 * by Stripe's clock or by ours. It names neither app nor payment of ours; its intent does.
 * @param seenAtS in seconds
 */
export function reportedOf(dispute: Stripe.Dispute, seenAtS: number): ReportedDispute {
  const line = STATUSES[dispute.status];
  if (!line) throw new UnreadableNotification(`${dispute.status} is no status of a dispute`);
  const { payment_intent: intent } = dispute;
  return {
    processorReference: dispute.id,
    customerAppId: null,
    paymentId: null,
    gatewayReference: typeof intent === 'object' ? (intent?.id ?? null) : intent,
    report: {
      ...moneyOf(dispute),
      ...defenceOf(dispute, line),
      ...factsOf(dispute),
      ...{
        position: positionOf(dispute, seenAtS),
        // An inquiry that becomes a chargeback begins a round.
        round: isInquiry(dispute) ? 0 : 1,
      },
    },
  };
}

function positionOf({ status, balance_transactions: entries }: Stripe.Dispute, seenAtS: number) {
  return Math.floor(seenAtS) * MS_PER_S + entries.length * PER_ENTRY + RANKS.indexOf(status);
}

/** An inquiry holds no money and costs nothing, also when it ends without a chargeback. */
function moneyOf(
  dispute: Stripe.Dispute,
): Pick<DisputeReport, 'amount' | 'currency' | 'feeAmount'> {
  const { balance_transactions: entries, status } = dispute;
  const { amount, currency } = fromStripe(dispute.amount, dispute.currency);
  const isUntouched = status === 'lost' && entries.length === 0;
  if (isInquiry(dispute) || isUntouched) return { amount: 0, currency, feeAmount: 0 };
  const fees = entries.filter((entry) => entry.currency === dispute.currency);
  const feeAmount = fees.reduce((sum, { fee }) => sum + fee, 0);
  return { amount, currency, feeAmount: fromStripe(feeAmount, dispute.currency).amount };
}

function defenceOf(
  { metadata, evidence_details: evidence }: Stripe.Dispute,
  { status, event }: StatusLine,
) {
  const { due_by: dueBy, past_due: isLate } = evidence;
  const isDefendable = dueBy !== null;
  const isAccepted = status === 'LOST' && metadata[ACCEPTED] !== undefined;
  const answerable = isDefendable && !isLate ? 'ACTION_REQUIRED' : 'UNDEFENDED';
  const present: DisputeState = status === 'ANSWERABLE' ? answerable : status;
  return {
    status: isAccepted ? ('ACCEPTED' as const) : present,
    eventName: isAccepted ? 'ACCEPTED' : event,
    isDefendable,
    isAutoDefended: false,
    defensePeriodDeadline: dueBy === null ? null : new Date(dueBy * MS_PER_S),
  };
}

function factsOf(dispute: Stripe.Dispute) {
  const { charge, reason, status, payment_method_details: method } = dispute;
  return {
    arn: null,
    code: method?.card?.network_reason_code ?? null,
    reason,
    processorStatus: status,
    merchantReference: null,
    paymentReference: typeof charge === 'string' ? charge : charge.id,
    cardBrand: method?.card?.brand ?? null,
    issuerComments: null,
  };
}
