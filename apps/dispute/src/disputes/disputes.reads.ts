import { Injectable } from '@nestjs/common';
import type {
  DisputeDetailResponse,
  DisputeHistoryResponse,
  DisputeResponse,
  ListDisputesQuery,
  ListDisputesResponse,
} from '@towpath/contracts/dispute';
import { pageOf, rangeOf } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId, type DisputeId } from '@towpath/kernel';
import { byKey, Transactions, type AppTx } from '@towpath/persistence';
import { evidenceBody, EvidenceService } from '../evidence/evidence.service.js';
import { Dispute, type DisputeChange } from './dispute.js';
import { disputes, type DisputeSnapshot } from './dispute.table.js';
import type { DisputeState } from './dispute.transitions.js';

/** A transition as the history stores it. */
type PastChange = Pick<DisputeChange, 'from' | 'to' | 'occurredAt' | 'reason'>;

/** The processor's reference to a dispute. */
interface ProcessorDispute {
  readonly integrationId: string;
  readonly connector: string;
  readonly processorReference: string;
}

const HISTORY = byKey(`SELECT from_status AS "from", to_status AS "to",
    occurred_at AS "occurredAt", reason
  FROM dispute_state_changes WHERE customer_app_id = $1 AND dispute_id = $2
  ORDER BY sequence`);

const OPEN: readonly DisputeState[] = ['ACTION_REQUIRED', 'UNDEFENDED', 'PROCESSING'];
const PAGE = 1_000;

/** Disputes as the interface shows them, and for the slices around them. */
@Injectable()
export class DisputesReads {
  constructor(
    private readonly db: Transactions,
    private readonly evidence: EvidenceService,
  ) {}

  /** Newest first, with the number of all that match. */
  async list(app: CustomerAppId, query: ListDisputesQuery): Promise<ListDisputesResponse> {
    const range = rangeOf(query);
    const filters = { dateFrom: query.date_from, dateTo: query.date_to, status: query.statuses };
    const read = (tx: AppTx) => disputes.counted(tx, filters, range);
    const { rows, total } = await this.db.forApp(app, read, { readOnly: true });
    const places = rows.map((row) => ({ id: row.disputeId, created_at: row.createdAt }));
    return {
      disputes: rows.map(disputeBody),
      total_disputes: total,
      next_cursor: pageOf(places, total, query).next_cursor,
    };
  }

  /** With its evidence. */
  async get(app: CustomerAppId, rawDisputeId: string): Promise<DisputeDetailResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    const read = async (tx: AppTx) => {
      const dispute = await disputes.find(tx, { disputeId });
      if (!dispute) throw disputeNotFound();
      const files = await this.evidence.list(tx, dispute);
      return { ...disputeBody(dispute), evidence: files.map(evidenceBody) };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Oldest first. */
  async history(app: CustomerAppId, rawDisputeId: string): Promise<DisputeHistoryResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    const read = (tx: AppTx) => tx.query<PastChange>(HISTORY, [app, disputeId]);
    const changes = await this.db.forApp(app, read, { readOnly: true });
    // a dispute begins with its arrival: one without a change does not exist
    if (changes.length === 0) throw disputeNotFound();
    const history = changes.map((change) => ({
      previous_status: change.from,
      dispute_status: change.to,
      changed_at: change.occurredAt.toISOString(),
      reason: change.reason ?? undefined,
    }));
    return { dispute_id: disputeId, status_history: history };
  }

  find(app: CustomerAppId, by: ProcessorDispute | { readonly disputeId: DisputeId }) {
    return this.db.forApp(app, (tx) => disputes.find(tx, by), { readOnly: true });
  }

  async atProcessor(tx: AppTx, named: ProcessorDispute): Promise<Dispute | null> {
    const row = await disputes.find(tx, named);
    return row && Dispute.restore(row);
  }

  /** All open disputes of the app. */
  async open(tx: AppTx): Promise<DisputeSnapshot[]> {
    const all: DisputeSnapshot[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const rows = await disputes.list(tx, { status: OPEN }, { offset, limit: PAGE });
      all.push(...rows);
      if (rows.length < PAGE) return all;
    }
  }

  /** @param json the row as a statement of another slice selects it */
  restored(json: unknown): { readonly dispute: Dispute; readonly answersVersion: number } {
    const row = disputes.from(json);
    return { dispute: Dispute.restore(row), answersVersion: row.answersVersion };
  }
}

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function disputeNotFound(): DomainError {
  return new DomainError('DISPUTE_NOT_FOUND', 'No dispute has this ID.');
}

export function parseDisputeId(raw: string): DisputeId {
  const disputeId = parseId<DisputeId>(raw);
  if (!disputeId) throw disputeNotFound();
  return disputeId;
}

export function disputeBody(dispute: DisputeSnapshot): DisputeResponse {
  const { report } = dispute;
  return {
    dispute_id: dispute.disputeId,
    dispute_status: dispute.status,
    amount: report.amount,
    currency: report.currency,
    payment_id: dispute.paymentId,
    arn: report.arn ?? undefined,
    card_details: report.cardBrand === null ? undefined : { brand: report.cardBrand },
    created_at: dispute.createdAt.toISOString(),
    updated_at: dispute.updatedAt.toISOString(),
    defense_period_deadline: report.defensePeriodDeadline?.toISOString() ?? null,
    is_auto_defended: report.isAutoDefended,
    is_defendable: report.isDefendable,
    last_event_name: report.eventName,
    payment_processor: dispute.integrationId,
    payment_processor_dispute_code: report.code ?? undefined,
    payment_processor_dispute_reason: report.reason ?? undefined,
    payment_processor_dispute_reference: dispute.processorReference,
    payment_processor_dispute_status: report.processorStatus,
    payment_processor_merchant_reference: report.merchantReference ?? undefined,
    payment_processor_payment_reference: report.paymentReference ?? undefined,
    payment_reference: dispute.paymentReference ?? undefined,
    issuer_comments: report.issuerComments ? { ...report.issuerComments } : undefined,
  };
}
