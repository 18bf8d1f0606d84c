import type { Dispute } from '../disputes/dispute.js';
import type { DisputeNews } from '../disputes/dispute-news.js';

export const DISPUTE_DIFFERENCE_KINDS = ['MISSING_HERE', 'MISSING_THERE', 'STATUS', 'SUM'] as const;
/**
 * - `MISSING_HERE`: the processor has a dispute that we do not have.
 * - `MISSING_THERE`: the processor does not know a dispute of ours.
 * - `STATUS`: the statuses differ; `SUM`: the amounts or currencies differ.
 */
export type DisputeDifferenceKind = (typeof DISPUTE_DIFFERENCE_KINDS)[number];

/** One side of a difference. */
interface DisputeSide {
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly position: number;
}

export interface DisputeDifference {
  readonly kind: DisputeDifferenceKind;
  readonly integrationId: string;
  readonly processorReference: string;
  readonly disputeId: string | null;
  readonly paymentId: string;
  readonly ours: DisputeSide | null;
  readonly theirs: DisputeSide | null;
}

interface Sides {
  readonly ours: Dispute | null;
  readonly theirs: DisputeNews | null;
}

/** Null where both agree. */
export function differenceOf(integrationId: string, sides: Sides): DisputeDifference | null {
  const kind = kindOf(sides);
  const { ours, theirs } = sides;
  if (kind === null) return null;
  return {
    kind,
    integrationId,
    processorReference: theirs?.processorReference ?? ours?.snapshot.processorReference ?? '',
    disputeId: ours?.snapshot.disputeId ?? null,
    paymentId: ours?.snapshot.paymentId ?? theirs?.paymentId ?? '',
    ours: ours && { ...sumOf(ours.snapshot), status: ours.status },
    theirs: theirs && sumOf(theirs),
  };
}

function kindOf({ ours, theirs }: Sides): DisputeDifferenceKind | null {
  if (!theirs) return 'MISSING_THERE';
  if (!ours) return 'MISSING_HERE';
  const { report } = ours.snapshot;
  // a deadline passes here, and processors tell nothing of it
  const isLapsed = ours.status === 'UNDEFENDED' && theirs.report.status === 'ACTION_REQUIRED';
  if (ours.status !== theirs.report.status && !isLapsed) return 'STATUS';
  const isSame =
    report.amount === theirs.report.amount && report.currency === theirs.report.currency;
  return isSame ? null : 'SUM';
}

function sumOf({ report }: Pick<DisputeNews, 'report'>): DisputeSide {
  const { status, amount, currency, position } = report;
  return { status, amount, currency, position };
}
