import { embeddedError, type TransactionLimits } from '@towpath/contracts';
import type {
  MandateParties,
  MandateRecord,
  MandateStatusAnswer,
} from '@towpath/contracts/internal';
import type {
  CreatedMandateResponse,
  MandateDetails,
  MandateResponse,
} from '@towpath/contracts/mandate';
import type { MandateSnapshot } from './mandate.table.js';
import type { SubmissionSnapshot } from './submission.table.js';

/** A mandate in its public form: without the sender's e-mail address. */
export function mandateBody(mandate: MandateSnapshot, parties: MandateParties): MandateResponse {
  const { failure } = mandate;
  return {
    mandate_id: mandate.mandateId,
    payment_method_id: mandate.paymentMethodId,
    status: mandate.status,
    created_at: mandate.createdAt.toISOString(),
    updated_at: mandate.updatedAt.toISOString(),
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    mandate_details: detailsOf(mandate, parties),
    metadata: mandate.metadata ?? undefined,
    recipient: parties.recipient,
    recipient_account: parties.recipient_account,
    sender_account: parties.sender_account,
    // the mandate's own: a chosen institution decides it for this mandate alone
    sender: { ...parties.sender, user_type: mandate.senderType },
  };
}

/** A mandate as the operation that creates it shows it. */
export function createdMandateBody(
  mandate: MandateSnapshot,
  parties: MandateParties,
): CreatedMandateResponse {
  const body = mandateBody(mandate, parties);
  return { ...body, sender: { ...body.sender, email: parties.email } };
}

/** The state of a mandate, for the service that changed it. */
export function statusBody(mandate: MandateSnapshot): MandateStatusAnswer {
  const { mandateId, paymentMethodId, status } = mandate;
  return { mandate_id: mandateId, payment_method_id: paymentMethodId, status };
}

/** A mandate for the service that keeps its people and accounts itself. */
export function mandateRecord(
  mandate: MandateSnapshot,
  submission: SubmissionSnapshot | null,
): MandateRecord {
  const { failure } = mandate;
  return {
    ...statusBody(mandate),
    live: mandate.live,
    created_at: mandate.createdAt.toISOString(),
    updated_at: mandate.updatedAt.toISOString(),
    user_id: mandate.userId,
    sender_type: mandate.senderType,
    recipient_account_id: mandate.recipientAccountId,
    sender_account_id: mandate.senderAccountId ?? undefined,
    institution_id: mandate.institutionId ?? undefined,
    payment_link_id: mandate.paymentLinkId ?? undefined,
    mandate_details: detailsOf(mandate, {}),
    metadata: mandate.metadata ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    integration_metadata: submission?.integrationMetadata ?? undefined,
  };
}

/** The limits and days; the collecting entity is the recipient's. */
function detailsOf(
  mandate: MandateSnapshot,
  parties: Pick<MandateParties, 'collection_entity_name'>,
): MandateDetails {
  return {
    currency: mandate.currency,
    collection_entity_name: parties.collection_entity_name,
    dda_reference: mandate.ddaReference ?? undefined,
    description: mandate.description ?? undefined,
    start_date: mandate.startDate,
    end_date: mandate.endDate ?? undefined,
    mandate_bank_reference: mandate.bankReference ?? undefined,
    payment_schedule: mandate.paymentSchedule ?? undefined,
    transaction_limits: limitsBody(mandate),
  };
}

/** Without limits of the customer app, the payer's own limit is the most that a bank permits. */
function limitsBody(mandate: MandateSnapshot): TransactionLimits | undefined {
  const most = mandate.maxTransactionAmount ?? mandate.payerMaxAmount;
  if (most === null) return undefined;
  return {
    max_transaction_amount: most,
    max_transaction_amount_set_by_payer_initial: mandate.payerMaxAmount ?? undefined,
    max_period_amount: mandate.maxPeriodAmount ?? undefined,
    max_period_count: mandate.maxPeriodCount ?? undefined,
    period: mandate.period ?? undefined,
  };
}
