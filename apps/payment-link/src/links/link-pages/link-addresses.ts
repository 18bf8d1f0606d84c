import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentLinkId,
} from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import { addressUnder } from '../../address-under.js';
import { PaymentLinkConfig } from '../../payment-link.config.js';
import { LINK_URL_KEY } from '../../persistence/key-purposes.js';

export interface LinkOfApp {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
}

/** A visit of a payer to the page of a card's bank. */
export interface Challenge extends LinkOfApp {
  readonly attemptId: PaymentAttemptId;
}

/** A proof for one direction is never valid for the other. */
export type Direction = 'challenge' | 'challenge_return';

const PAGE = '/hosted/pay';
/** Longer than a session of the page and a challenge together. Real time. */
const LIFETIME_S = 3_600;
const MS_PER_S = 1_000;
const MAC_BYTES = 16;

/**
 * Addresses of a link's page, those between our page and the page of a card's bank, and the cookie of
 * the payer's browser. The bank receives nothing that opens the link, because its return is valid in
 * this browser only. Everything is derived, so nothing is stored.
 */
@Injectable()
export class LinkAddresses {
  constructor(
    private readonly hash: KeyedHash,
    private readonly clock: Clock,
    private readonly config: PaymentLinkConfig,
  ) {}

  /**
   * The URL of a payment link. Its token says which link, and proves that we made it: it opens the
   * page for as long as the link exists.
   */
  urlOf(link: LinkOfApp): string {
    return this.opened(link).href;
  }

  /** Undefined for every token that we did not make. */
  linkIn(token: string): LinkOfApp | undefined {
    const [app, link, proof = '', ...rest] = token.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const paymentLinkId = parseId<PaymentLinkId>(link);
    if (!customerAppId || !paymentLinkId || rest.length > 0) return undefined;
    const named = { customerAppId, paymentLinkId };
    return this.proves({ proof, content: nameOf(named) }) ? named : undefined;
  }

  /** The page of a link, for the holder of its session; the URL alone gives no access. */
  pageOf(link: LinkOfApp): string {
    const url = addressUnder(this.config.publicPagesUrl, { path: PAGE });
    url.searchParams.set('link', nameOf(link));
    return url.href;
  }

  /**
   * The page of a link, for the browser that returns from the bank. It is never the payer's earlier
   * frame, so its URL names the attempt of the challenge.
   */
  pageAfter(challenge: Challenge): string {
    const url = this.opened(challenge);
    url.searchParams.set('challenged', challenge.attemptId);
    return url.href;
  }

  /** On the origin of the hosted pages. Always the same for a challenge: gateways compare repeats. */
  addressOf(challenge: Challenge, direction: Direction): string {
    const path = `/payment_links/hosted/${direction}` as const;
    const url = addressUnder(this.config.publicPagesUrl, { path });
    const content = contentOf(challenge);
    url.searchParams.set('state', `${content}.${this.proofOf(`${direction}\n${content}`)}`);
    return url.href;
  }

  /** Undefined for every state that we did not make for this direction. */
  challengeIn(state: string, direction: Direction): Challenge | undefined {
    const [app, link, attempt, proof = '', ...rest] = state.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const paymentLinkId = parseId<PaymentLinkId>(link);
    const attemptId = parseId<PaymentAttemptId>(attempt);
    if (!customerAppId || !paymentLinkId || !attemptId || rest.length > 0) return undefined;
    const challenge = { customerAppId, paymentLinkId, attemptId };
    const content = `${direction}\n${contentOf(challenge)}`;
    return this.proves({ proof, content }) ? challenge : undefined;
  }

  /** Value of `Set-Cookie`, for the browser that leaves. */
  cookieOf(challenge: Challenge): string {
    const until = String(Math.floor(this.clock.system().getTime() / MS_PER_S) + LIFETIME_S);
    const proof = this.proofOf(`browser ${until}\n${contentOf(challenge)}`);
    // Lax: sent when a bank's page leads back, and never from inside another site's page.
    const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${LIFETIME_S}`];
    if (this.isSecure) attributes.push('Secure');
    return [`${this.cookieNameOf(challenge)}=${until}.${proof}`, ...attributes].join('; ');
  }

  /** Whether the browser that sent these cookies left for this challenge, and lately. */
  isFrom(cookies: string | undefined, challenge: Challenge): boolean {
    const prefix = `${this.cookieNameOf(challenge)}=`;
    return (cookies ?? '')
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(prefix))
      .some((cookie) => {
        const [until = '', proof = ''] = cookie.slice(prefix.length).split('.');
        if (!/^\d{1,12}$/.test(until)) return false;
        if (Number(until) * MS_PER_S <= this.clock.system().getTime()) return false;
        const content = `browser ${until}\n${contentOf(challenge)}`;
        return this.proves({ proof, content });
      });
  }

  private opened(link: LinkOfApp): URL {
    const url = addressUnder(this.config.publicPagesUrl, { path: PAGE });
    url.searchParams.set('token', `${nameOf(link)}.${this.proofOf(nameOf(link))}`);
    return url;
  }

  private proofOf(content: string): string {
    return this.hash.mac(LINK_URL_KEY, content).subarray(0, MAC_BYTES).toString('base64url');
  }

  /** Keys of earlier versions still count. */
  private proves({ proof, content }: Claim): boolean {
    const claimed = Buffer.from(proof, 'base64url');
    return this.hash
      .macs(LINK_URL_KEY, content)
      .map((mac) => mac.subarray(0, MAC_BYTES))
      .some((mac) => mac.length === claimed.length && timingSafeEqual(mac, claimed));
  }

  /** One per attempt, so that two tabs do not take each other's. Only our host sets `__Host-`. */
  private cookieNameOf({ attemptId }: Challenge): string {
    return `${this.isSecure ? '__Host-' : ''}challenge-${attemptId}`;
  }

  private get isSecure(): boolean {
    return this.config.publicPagesUrl.startsWith('https:');
  }
}

/** The name of a link in the address of a page; it opens nothing. */
export function nameOf({ customerAppId, paymentLinkId }: LinkOfApp): string {
  return `${customerAppId}.${paymentLinkId}`;
}

function contentOf(challenge: Challenge): string {
  return `${nameOf(challenge)}.${challenge.attemptId}`;
}

/** A proof that we made the content. */
interface Claim {
  readonly proof: string;
  readonly content: string;
}
