import { Injectable } from '@nestjs/common';
import type {
  DraftMandateRequest,
  DraftMandateResponse,
  MandateRecord,
  MintMandateTokenRequest,
  MintMandateTokenResponse,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { InternalClient } from '@towpath/http';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import type { MandateAccess, MandateDraft } from './ports.js';
import { isDraft } from './is-draft.js';

/** The service that keeps mandates; network calls, never in a transaction. */
@Injectable()
export class MandateDrafts {
  constructor(private readonly client: InternalClient) {}

  /**
   * Makes the draft, or finds the one that an earlier call made; null when its payer has left it
   * since.
   */
  async open(draft: MandateDraft): Promise<MandateAccess | null> {
    const { status } = await this.client.call<DraftMandateResponse>('mandate', {
      method: 'POST',
      path: '/internal/mandates',
      body: requestOf(draft),
      idempotent: true,
    });
    if (!isDraft({ status })) return null;
    const minted = await this.client.call<MintMandateTokenResponse>('mandate', {
      method: 'POST',
      path: `/internal/mandates/${encodeURIComponent(draft.mandateId)}/token`,
      body: tokenRequestOf(draft),
      idempotent: true,
    });
    return { accessToken: minted.access_token, expiresIn: minted.expires_in };
  }

  /** The state of the mandate; null if unknown. */
  async find(customerAppId: CustomerAppId, mandateId: MandateId): Promise<MandateRecord | null> {
    const { mandates } = await this.client.call<ReadMandatesResponse>('mandate', {
      method: 'POST',
      path: '/internal/mandates/read',
      body: { customer_app_id: customerAppId, mandate_ids: [mandateId] },
      idempotent: true,
    });
    return mandates[0] ?? null;
  }

  /** Ends the mandate: closed before it was authorized, cancelled at the bank afterwards. */
  async giveUp(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    await this.client.call('mandate', {
      method: 'POST',
      path: `/internal/mandates/${encodeURIComponent(mandateId)}/abandon`,
      body: { customer_app_id: customerAppId, reason: 'no payment link waits for it' },
      idempotent: true,
    });
  }
}

function tokenRequestOf({
  customerAppId,
  language,
  country,
}: MandateDraft): MintMandateTokenRequest {
  return { customer_app_id: customerAppId, language, country: country ?? undefined };
}

function requestOf(draft: MandateDraft): DraftMandateRequest {
  const { startDate, endDate, limits, description } = draft;
  return {
    customer_app_id: draft.customerAppId,
    mandate_id: draft.mandateId,
    payment_method_id: draft.paymentMethodId ?? undefined,
    payment_link_id: draft.paymentLinkId,
    user_id: draft.userId,
    external_user_id: draft.externalUserId,
    user_type: draft.senderType,
    recipient_account_id: draft.recipientAccountId,
    live: draft.live,
    currency: draft.currency,
    mandate_details: {
      start_date: startDate ?? undefined,
      end_date: endDate ?? undefined,
      transaction_limits: limits ?? undefined,
      description: description ?? undefined,
    },
    metadata: { ...draft.metadata },
  };
}
