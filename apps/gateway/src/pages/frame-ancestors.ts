import { parseId, type CustomerAppId } from '@towpath/kernel';
import type { CustomerAppViews } from '@towpath/persistence';

/** Nothing in it can end the directive, or stand for more hosts than one. */
const SOURCE = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

/**
 * The app that a link's token names. The proof in the token is not checked here: a page that was
 * opened with a false one shows nothing, and with a true one only a link of this very app.
 */
export function customerAppOf(linkToken: unknown): CustomerAppId | undefined {
  return typeof linkToken === 'string' ? parseId(linkToken.split('.')[0]) : undefined;
}

/** The origins of an app's registered redirect URIs: who may frame the pages of its links. */
export function framingOrigins(redirectUris: unknown): readonly string[] {
  if (!Array.isArray(redirectUris)) return [];
  const origins = redirectUris
    .filter((uri): uri is string => typeof uri === 'string' && URL.canParse(uri))
    .map((uri) => new URL(uri).origin);
  return [...new Set(origins)].filter((origin) => SOURCE.test(origin)).sort();
}

/** Finds who may frame a page; an app that is unknown or disabled is framed by nobody. */
export class FrameAncestors {
  constructor(private readonly views: Pick<CustomerAppViews, 'get'>) {}

  async ofLink(linkToken: unknown): Promise<readonly string[]> {
    const customerApp = customerAppOf(linkToken);
    if (!customerApp) return [];
    // Without the database the page must still come, framed by nobody, to say that it has trouble.
    const view = await this.views.get(customerApp).catch(() => undefined);
    return view?.status === 'ENABLED' ? framingOrigins(view.settings['redirect_uris']) : [];
  }
}
