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
import { LINK_URL_KEY } from '../../persistence/key-purposes.js';
import { LinkSettings } from './link-settings.js';

export interface Errand {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  readonly attemptId: PaymentAttemptId;
}

/** A proof for one direction is never valid for the other. */
export type Direction = 'challenge' | 'challenge_return';

/** Longer than a session of the page and a challenge together. Real time. */
const LIFETIME_S = 3_600;
const MS_PER_S = 1_000;
const MAC_BYTES = 16;

/**
 * Addresses between our page and the page of a card's bank, and the cookie of the payer's browser.
 * The bank receives nothing that opens the link, because its return is valid in this browser only.
 * Everything is derived, so nothing is stored.
 */
@Injectable()
export class WayToBank {
  constructor(
    private readonly hash: KeyedHash,
    private readonly clock: Clock,
    private readonly settings: LinkSettings,
  ) {}

  /** On the origin of the hosted pages. The same for the same errand: gateways compare repeats. */
  addressOf(errand: Errand, direction: Direction): string {
    const path = `/payment_links/hosted/${direction}` as const;
    const url = addressUnder(this.settings.publicPagesUrl, { path });
    const content = contentOf(errand);
    const mac = this.macOf({ purpose: direction, content }).toString('base64url');
    url.searchParams.set('state', `${content}.${mac}`);
    return url.href;
  }

  /** Undefined for everything that we did not make for this direction. */
  read(state: string, direction: Direction): Errand | undefined {
    const [app, link, attempt, proof = '', ...rest] = state.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const paymentLinkId = parseId<PaymentLinkId>(link);
    const attemptId = parseId<PaymentAttemptId>(attempt);
    if (!customerAppId || !paymentLinkId || !attemptId || rest.length > 0) return undefined;
    const errand = { customerAppId, paymentLinkId, attemptId };
    return this.proves(proof, { purpose: direction, content: contentOf(errand) })
      ? errand
      : undefined;
  }

  /** Value of `Set-Cookie`, for the browser that leaves. */
  cookieOf(errand: Errand): string {
    const until = String(Math.floor(this.clock.system().getTime() / MS_PER_S) + LIFETIME_S);
    const mac = this.macOf({ purpose: `browser ${until}`, content: contentOf(errand) }).toString(
      'base64url',
    );
    // Lax: sent when a bank's page leads back, and never from inside another site's page.
    const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${LIFETIME_S}`];
    if (this.isSecure) attributes.push('Secure');
    return [`${this.nameOf(errand)}=${until}.${mac}`, ...attributes].join('; ');
  }

  /** Whether the browser that sent these cookies left for the bank with the errand, and lately. */
  isFrom(cookies: string | undefined, errand: Errand): boolean {
    const prefix = `${this.nameOf(errand)}=`;
    return (cookies ?? '')
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(prefix))
      .some((cookie) => this.isProof(cookie.slice(prefix.length), errand));
  }

  private isProof(text: string, errand: Errand): boolean {
    const [until = '', proof = ''] = text.split('.');
    const isDue = /^\d{1,12}$/.test(until);
    if (!isDue || Number(until) * MS_PER_S <= this.clock.system().getTime()) return false;
    return this.proves(proof, { purpose: `browser ${until}`, content: contentOf(errand) });
  }

  /** Keys of earlier versions still count. */
  private proves(proof: string, { purpose, content }: Claim): boolean {
    const claimed = Buffer.from(proof, 'base64url');
    return this.hash
      .macs(LINK_URL_KEY, `${purpose}\n${content}`)
      .map((mac) => mac.subarray(0, MAC_BYTES))
      .some((mac) => mac.length === claimed.length && timingSafeEqual(mac, claimed));
  }

  private macOf({ purpose, content }: Claim): Buffer {
    return this.hash.mac(LINK_URL_KEY, `${purpose}\n${content}`).subarray(0, MAC_BYTES);
  }

  /** One per attempt, so that two tabs do not take each other's. Only our host sets `__Host-`. */
  private nameOf({ attemptId }: Errand): string {
    return `${this.isSecure ? '__Host-' : ''}challenge-${attemptId}`;
  }

  private get isSecure(): boolean {
    return this.settings.publicPagesUrl.startsWith('https:');
  }
}

function contentOf({ customerAppId, paymentLinkId, attemptId }: Errand): string {
  return `${customerAppId}.${paymentLinkId}.${attemptId}`;
}

/** The purpose of a proof, and its attempt. */
interface Claim {
  readonly purpose: string;
  readonly content: string;
}
