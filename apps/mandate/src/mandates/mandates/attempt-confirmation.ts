import { Injectable } from '@nestjs/common';
import type { ConfirmAttemptResponse } from '@towpath/contracts/internal';
import { InternalClient } from '@towpath/http';
import type { MandateSnapshot } from './mandate.js';

/** Asks the payment link of a draft whether this mandate is still the one it waits for. */
@Injectable()
export class AttemptConfirmation {
  constructor(private readonly client: InternalClient) {}

  /** Repeatable. True binds the link to the mandate: it can no longer choose another method. */
  async isCurrent(mandate: MandateSnapshot): Promise<boolean> {
    const { customerAppId, mandateId, paymentLinkId } = mandate;
    if (paymentLinkId === null) return true;
    const { current } = await this.client.call<ConfirmAttemptResponse>('payment-link', {
      method: 'POST',
      path: `/internal/payment_links/${encodeURIComponent(paymentLinkId)}/attempts/confirm`,
      body: { customer_app_id: customerAppId, mandate_id: mandateId },
      idempotent: true,
    });
    return current;
  }
}
