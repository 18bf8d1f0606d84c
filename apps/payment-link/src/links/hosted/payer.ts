import type { PayerBrowser as ReportedBrowser } from '@towpath/contracts/payment-link';
import { CLIENT_ADDRESS_HEADER, isLoopback, type Caller } from '@towpath/http';
import type { CardPayer } from '../../cards/card-gateways/ports.js';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import { parseLinkId } from '../payment-links/payment-link.js';

/** The link is in the session's token and nowhere in the request. */
export function payerOf({ customerAppId, claims }: Caller): LinkOfApp {
  return { customerAppId, paymentLinkId: parseLinkId(claims.payment_link_id) };
}

export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Where a payer's request comes from. The API gateway sets the address.
 * @param reported by the page
 */
export function originOf(
  headers: RequestHeaders,
  { language, screen }: ReportedBrowser = {},
): Pick<CardPayer, 'address' | 'browser'> {
  const browser = {
    userAgent: headers['user-agent'] ?? null,
    language: language ?? null,
    screen: screen ?? null,
  };
  return { address: headers[CLIENT_ADDRESS_HEADER] || null, browser };
}

/** The address whose cards are counted; null for a test app on this machine. */
export function countedAddressOf({ appType }: Caller, address: string | null): string | null {
  const isHere = address !== null && isLoopback(address);
  return appType === 'TEST' && isHere ? null : address;
}
