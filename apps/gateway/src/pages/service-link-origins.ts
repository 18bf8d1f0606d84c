import type { InternalClient } from '@towpath/http';
import type { EmbeddedLink, OpenedId } from './embedded-link.js';

/** A page must not wait for long: without an answer the app's own sites may frame it. */
const DEADLINE_MS = 2_000;

/** The service that owns the links of a page, and its route for the origins that may frame one. */
interface LinkOwner {
  readonly service: 'payment-link' | 'mandate' | 'account-data';
  readonly path: (opened: OpenedId) => `/internal/${string}`;
}

export const PAYMENT_LINKS: LinkOwner = {
  service: 'payment-link',
  path: (link) => `/internal/payment_links/${link}/embedding_origins`,
};

export const MANDATE_SESSIONS: LinkOwner = {
  service: 'mandate',
  path: (session) => `/internal/mandate_sessions/${session}/embedding_origins`,
};

export const BANK_LINKS: LinkOwner = {
  service: 'account-data',
  path: (session) => `/internal/hosted_links/${session}/embedding_origins`,
};

/** Asks the service that owns the links of a page which sites may frame the page of one. */
export class ServiceLinkOrigins {
  constructor(
    private readonly client: Pick<InternalClient, 'call'>,
    private readonly owner: LinkOwner,
  ) {}

  /** Throws when the link is unknown or the service does not answer. */
  async of({ customerAppId, openedId }: EmbeddedLink): Promise<readonly string[]> {
    const { service, path } = this.owner;
    const { origins } = await this.client.call<{ readonly origins: readonly string[] }>(service, {
      method: 'GET',
      path: path(openedId),
      query: { customer_app_id: customerAppId },
      deadlineMs: DEADLINE_MS,
    });
    return origins;
  }
}
