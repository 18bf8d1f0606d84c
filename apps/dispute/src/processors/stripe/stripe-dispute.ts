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
/** The key of metadata with the number of submissions before that evidence. */
export const EARLIER = 'submissions_before';

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

/** An appeal against a decision, or one that was answered and decided. */
export function isAppealed({ status, evidence }: Stripe.Dispute): boolean {
  return status.startsWith('appeal_') || Boolean(evidence?.appeal);
}

/** Without an answer or a decision. */
export function isOpen({ status }: Stripe.Dispute): boolean {
  return ['ANSWERABLE', 'PROCESSING'].includes(STATUSES[status]?.status ?? '');
}

export function isAnswerable({ status }: Stripe.Dispute): boolean {
  return STATUSES[status]?.status === 'ANSWERABLE';
}

/** Whether exactly this evidence was submitted. An inquiry and an appeal have submissions of their own. */
export function isSubmitted(
  { metadata, evidence_details: { submission_count: count } }: Stripe.Dispute,
  digest: string,
): boolean {
  return metadata[EVIDENCE] === digest && count > Number(metadata[EARLIER] ?? 0);
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
      ...defenceOf(dispute, line, seenAtS),
      ...factsOf(dispute),
      ...{
        position: positionOf(dispute, seenAtS),
        // An inquiry that becomes a chargeback begins a round, and so does an appeal.
        round: isInquiry(dispute) ? 0 : isAppealed(dispute) ? 2 : 1,
      },
    },
  };
}

function positionOf(dispute: Stripe.Dispute, seenAtS: number) {
  const { status, balance_transactions: entries } = dispute;
  const rank = RANKS.indexOf(status) + (isAppealed(dispute) ? RANKS.length : 0);
  return Math.floor(seenAtS) * MS_PER_S + entries.length * PER_ENTRY + rank;
}

/** An inquiry holds no money and costs nothing. Neither does what ends before money was withdrawn. */
function moneyOf(
  dispute: Stripe.Dispute,
): Pick<DisputeReport, 'amount' | 'currency' | 'feeAmount'> {
  const { balance_transactions: entries, status } = dispute;
  const { amount, currency } = fromStripe(dispute.amount, dispute.currency);
  const isUntouched = entries.length === 0 && ['lost', 'won', 'prevented'].includes(status);
  if (isInquiry(dispute) || isUntouched) return { amount: 0, currency, feeAmount: 0 };
  const fees = entries.filter((entry) => entry.currency === dispute.currency);
  const feeAmount = fees.reduce((sum, { fee }) => sum + fee, 0);
  return { amount, currency, feeAmount: fromStripe(feeAmount, dispute.currency).amount };
}

/** Without a deadline the bank takes no answer; Stripe writes none as null or as 0. */
function defenceOf(
  { metadata, evidence_details: evidence }: Stripe.Dispute,
  { status, event }: StatusLine,
  seenAtS: number,
) {
  const dueBy = evidence.due_by ?? 0;
  const isDefendable = dueBy > 0;
  const isAccepted = status === 'LOST' && Boolean(metadata[ACCEPTED]);
  const answerable = dueBy > seenAtS ? 'ACTION_REQUIRED' : 'UNDEFENDED';
  const present: DisputeState = status === 'ANSWERABLE' ? answerable : status;
  return {
    status: isAccepted ? ('ACCEPTED' as const) : present,
    eventName: isAccepted ? 'ACCEPTED' : event,
    isDefendable,
    isAutoDefended: false,
    defensePeriodDeadline: isDefendable ? new Date(dueBy * MS_PER_S) : null,
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
