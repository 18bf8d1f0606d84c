import { isLoopback, type Caller } from '@towpath/http';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import { parseLinkId } from '../payment-links/payment-link.js';

/** The link is in the session's token and nowhere in the request. */
export function payerOf({ customerAppId, claims }: Caller): LinkOfApp {
  return { customerAppId, paymentLinkId: parseLinkId(claims.payment_link_id) };
}

/** The address whose cards are counted; null for a test app on this machine. */
export function countedAddressOf({ appType }: Caller, address: string | null): string | null {
  const isHere = address !== null && isLoopback(address);
  return appType === 'TEST' && isHere ? null : address;
}
