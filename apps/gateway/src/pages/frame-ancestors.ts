import { embeddingOrigins } from '@towpath/http';
import type { CustomerAppViews } from '@towpath/persistence';
import { embeddedLinkOf, type EmbeddedLink, type PageQuery } from './embedded-link.js';
import type { ServiceLinkOrigins } from './service-link-origins.js';

/** Finds the sites that may frame a page; none for an unknown or disabled app. */
export class FrameAncestors {
  constructor(
    private readonly views: Pick<CustomerAppViews, 'get'>,
    private readonly links: Pick<ServiceLinkOrigins, 'of'>,
    private readonly named: (query: PageQuery) => EmbeddedLink | undefined = embeddedLinkOf,
  ) {}

  async ofPage(query: PageQuery): Promise<readonly string[]> {
    const link = this.named(query);
    if (!link) return [];
    // Without the database the page must still come, framed by nobody, to say that it has trouble.
    const view = await this.views.get(link.customerAppId).catch(() => undefined);
    if (view?.status !== 'ENABLED') return [];
    const registered = view.settings['redirect_uris'];
    // The same without the link: the app's own sites get a page that tells of the trouble.
    const ofLink = await this.links.of(link).catch(() => []);
    return embeddingOrigins([...(Array.isArray(registered) ? registered : []), ...ofLink]);
  }
}
