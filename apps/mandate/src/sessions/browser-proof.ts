import { Injectable } from '@nestjs/common';
import { PublicAddresses, type MandateSession } from './ports.js';
import { SignedText } from './signed-text.js';

/** Longer than a session and a login at a bank together. */
const LIFETIME_S = 3_600;
const PURPOSE = 'browser';

type Session = Pick<MandateSession, 'customerAppId' | 'sessionId'>;

/**
 * What a browser keeps of a session whose payer it takes to a bank: a way back that another browser
 * was made to walk proves nothing. Set and read top-level, so that it works beside a framed page.
 */
@Injectable()
export class BrowserProof {
  constructor(
    private readonly signed: SignedText,
    private readonly addresses: PublicAddresses,
  ) {}

  /** Value of `Set-Cookie`. */
  cookieOf(session: Session): string {
    // Lax: sent when a bank's page leads back, and never from inside another site's page.
    const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${LIFETIME_S}`];
    if (this.isSecure) attributes.push('Secure');
    return [`${this.nameOf(session)}=${this.signed.of(session, PURPOSE)}`, ...attributes].join(
      '; ',
    );
  }

  /** Whether the browser that sent these cookies was taken to a bank in the session. */
  isIn(cookies: string | undefined, session: Session): boolean {
    const prefix = `${this.nameOf(session)}=`;
    return (cookies ?? '')
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(prefix))
      .some((cookie) => this.isProof(cookie.slice(prefix.length), session));
  }

  private isProof(text: string, { customerAppId, sessionId }: Session): boolean {
    const subject = this.signed.subjectOf(text);
    const isTheirs = subject?.customerAppId === customerAppId && subject.sessionId === sessionId;
    return isTheirs && this.signed.proves(text, PURPOSE);
  }

  /** One per session, so that two at once do not take each other's. Only our host sets `__Host-`. */
  private nameOf({ sessionId }: Session): string {
    return `${this.isSecure ? '__Host-' : ''}bank-login-${sessionId}`;
  }

  private get isSecure(): boolean {
    return this.addresses.pagesUrl.startsWith('https:');
  }
}
