import { parseId, type CustomerAppId, type Id } from '@towpath/kernel';

/** The subject of a page: a payment link, or the session of a mandate or of a bank link. */
export type OpenedId = Id<'Opened'>;

export interface EmbeddedLink {
  readonly customerAppId: CustomerAppId;
  readonly openedId: OpenedId;
}

/** The query of a hosted page about its link, as the browser sent it. */
export interface PageQuery {
  /** App, link and proof: how a link is opened. */
  readonly token?: unknown;
  /** App and link: the part of the address that the page keeps for a reload. */
  readonly link?: unknown;
}

/**
 * The link that a page's address names. The proof in a token is not checked here: a page that was
 * opened with a false one shows nothing, and without one only what this tab had opened before.
 */
export function embeddedLinkOf({ token, link }: PageQuery): EmbeddedLink | undefined {
  const named = token ?? link;
  if (typeof named !== 'string') return undefined;
  const [app, opened] = named.split('.');
  const customerAppId = parseId<CustomerAppId>(app);
  const openedId = parseId<OpenedId>(opened);
  return customerAppId && openedId ? { customerAppId, openedId } : undefined;
}

/**
 * Like `embeddedLinkOf`, for the page of a bank link, whose signed token has app and session in its
 * claims. Its signature is not verified here either.
 */
export function embeddedBankLinkOf({ token, link }: PageQuery): EmbeddedLink | undefined {
  if (token === undefined) return embeddedLinkOf({ link });
  const claims = typeof token === 'string' ? claimsOf(token) : {};
  const customerAppId = parseId<CustomerAppId>(claims['customer_app_id']);
  const openedId = parseId<OpenedId>(claims['customization_id']);
  return customerAppId && openedId ? { customerAppId, openedId } : undefined;
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  try {
    const claims: unknown = JSON.parse(payload);
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
