import { parseId, type CustomerAppId, type PaymentLinkId } from '@towpath/kernel';

export interface EmbeddedLink {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
}

/** What the address of the payment page says about its link, as the browser wrote it. */
export interface PageQuery {
  /** App, link and proof: how a link is opened. */
  readonly token?: unknown;
  /** App and link: what the page leaves in its address, for the browser's reload. */
  readonly link?: unknown;
}

/**
 * The link that a page's address names. The proof in a token is not checked here: a page that was
 * opened with a false one shows nothing, and without one only what this tab had opened before.
 */
export function embeddedLinkOf({ token, link }: PageQuery): EmbeddedLink | undefined {
  const named = token ?? link;
  if (typeof named !== 'string') return undefined;
  const [app, paymentLink] = named.split('.');
  const customerAppId = parseId<CustomerAppId>(app);
  const paymentLinkId = parseId<PaymentLinkId>(paymentLink);
  return customerAppId && paymentLinkId ? { customerAppId, paymentLinkId } : undefined;
}
