import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseId, type CustomerAppId, type PaymentLinkId } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import { LINK_URL_KEY } from '../../persistence/key-purposes.js';

export interface LinkTokenSubject {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
}

const MAC_BYTES = 16;

/**
 * The token in a payment link's URL: which link, and a proof that we made it. It is derived, so
 * nothing is stored; it opens the hosted page for as long as the link exists.
 */
@Injectable()
export class LinkToken {
  constructor(private readonly hash: KeyedHash) {}

  of(subject: LinkTokenSubject): string {
    const mac = this.hash.mac(LINK_URL_KEY, contentOf(subject)).subarray(0, MAC_BYTES);
    return `${contentOf(subject)}.${mac.toString('base64url')}`;
  }

  /** Undefined for everything that we did not make; keys of earlier versions still count. */
  read(token: string): LinkTokenSubject | undefined {
    const [app, link, proof = '', ...rest] = token.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const paymentLinkId = parseId<PaymentLinkId>(link);
    if (!customerAppId || !paymentLinkId || rest.length > 0) return undefined;
    const claimed = Buffer.from(proof, 'base64url');
    const subject = { customerAppId, paymentLinkId };
    const isOurs = this.hash
      .macs(LINK_URL_KEY, contentOf(subject))
      .map((mac) => mac.subarray(0, MAC_BYTES))
      .some((mac) => mac.length === claimed.length && timingSafeEqual(mac, claimed));
    return isOurs ? subject : undefined;
  }
}

function contentOf({ customerAppId, paymentLinkId }: LinkTokenSubject): string {
  return `${customerAppId}.${paymentLinkId}`;
}
