import { embeddedError } from '@towpath/contracts';
import type { MandateRecord, MandateStanding } from '@towpath/contracts/internal';
import type { Submission } from './submission.js';
import type { MandateSnapshot } from './mandate.js';
import { detailsOf } from './mandate.view.js';

/** The state of a mandate, for the service that changed it. */
export function standingOf(mandate: MandateSnapshot): MandateStanding {
  const { mandateId, paymentMethodId, status } = mandate;
  return { mandate_id: mandateId, payment_method_id: paymentMethodId, status };
}

/** A mandate for the service that keeps its people and accounts itself. */
export function mandateRecord(
  mandate: MandateSnapshot,
  submission: Submission | undefined,
): MandateRecord {
  const { failure } = mandate;
  return {
    ...standingOf(mandate),
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
    integration_metadata: submission?.snapshot.integrationMetadata ?? undefined,
  };
}
