import { isLoopback, type Caller } from '@towpath/http';
import { parseId, type CustomerAppId, type PaymentLinkId } from '@towpath/kernel';
import { linkNotFound } from '../payment-links/payment-link.errors.js';

/** A payer with a session for one payment link. */
export interface Payer {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
}

/** The link is in the session's token and nowhere in the request. */
export function payerOf({ customerAppId, claims }: Caller): Payer {
  const paymentLinkId = parseId<PaymentLinkId>(claims.payment_link_id);
  if (!paymentLinkId) throw linkNotFound();
  return { customerAppId, paymentLinkId };
}

/** The address whose cards are counted; null for a test app on this machine. */
export function countedAddressOf({ appType }: Caller, address: string | null): string | null {
  const isHere = address !== null && isLoopback(address);
  return appType === 'TEST' && isHere ? null : address;
}
