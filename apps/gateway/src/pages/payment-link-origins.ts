import type { InternalClient } from '@towpath/http';
import type { EmbeddedLink } from './embedded-link.js';
import { LinkOrigins } from './frame-ancestors.js';

/** A page must not wait for long: without an answer the app's own sites may frame it. */
const DEADLINE_MS = 2_000;

export class PaymentLinkOrigins extends LinkOrigins {
  constructor(private readonly client: Pick<InternalClient, 'call'>) {
    super();
  }

  override async of({ customerAppId, paymentLinkId }: EmbeddedLink): Promise<readonly string[]> {
    const { origins } = await this.client.call<{ readonly origins: readonly string[] }>(
      'payment-link',
      {
        method: 'GET',
        path: `/internal/payment_links/${paymentLinkId}/embedding_origins`,
        query: { customer_app_id: customerAppId },
        deadlineMs: DEADLINE_MS,
      },
    );
    return origins;
  }
}
