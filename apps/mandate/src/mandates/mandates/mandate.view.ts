import { embeddedError, type TransactionLimits } from '@towpath/contracts';
import type { MandateParties } from '@towpath/contracts/internal';
import type {
  CreatedMandateResponse,
  MandateDetails,
  MandateResponse,
} from '@towpath/contracts/mandate';
import type { MandateSnapshot } from './mandate.js';

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

/** The limits and days; the collecting entity is the recipient's. */
export function detailsOf(
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
function limitsBody({ limits, payerMaxAmount }: MandateSnapshot): TransactionLimits | undefined {
  const most = limits?.maxTransactionAmount ?? payerMaxAmount;
  if (most === null) return undefined;
  return {
    max_transaction_amount: most,
    max_transaction_amount_set_by_payer_initial: payerMaxAmount ?? undefined,
    max_period_amount: limits?.maxPeriodAmount ?? undefined,
    max_period_count: limits?.maxPeriodCount ?? undefined,
    period: limits?.period ?? undefined,
  };
}
