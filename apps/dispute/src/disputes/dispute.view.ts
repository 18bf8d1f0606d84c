import type { DisputeResponse } from '@towpath/contracts/dispute';
import type { Dispute } from './dispute.js';

export function disputeBody({ snapshot }: Dispute): DisputeResponse {
  const { report } = snapshot;
  return {
    dispute_id: snapshot.disputeId,
    dispute_status: snapshot.status,
    amount: report.amount,
    currency: report.currency,
    payment_id: snapshot.paymentId,
    arn: report.arn ?? undefined,
    card_details: report.cardBrand === null ? undefined : { brand: report.cardBrand },
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
    defense_period_deadline: report.defensePeriodDeadline?.toISOString() ?? null,
    is_auto_defended: report.isAutoDefended,
    is_defendable: report.isDefendable,
    last_event_name: report.eventName,
    payment_processor: snapshot.integrationId,
    payment_processor_dispute_code: report.code ?? undefined,
    payment_processor_dispute_reason: report.reason ?? undefined,
    payment_processor_dispute_reference: snapshot.processorReference,
    payment_processor_dispute_status: report.processorStatus,
    payment_processor_merchant_reference: report.merchantReference ?? undefined,
    payment_processor_payment_reference: report.paymentReference ?? undefined,
    payment_reference: snapshot.paymentReference ?? undefined,
    issuer_comments: report.issuerComments ? { ...report.issuerComments } : undefined,
  };
}
