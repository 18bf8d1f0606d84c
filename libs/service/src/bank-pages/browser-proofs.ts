import type { Id } from '@towpath/kernel';
import type { SignedSubject, SignedTexts } from './signed-text.js';

/** Longer than a session and a login at a bank together. */
const LIFETIME_S = 3_600;
const PURPOSE = 'browser';

/**
 * Cookies that bind a redirect to a bank to one browser: the return of another browser proves
 * nothing. They are set and read top-level, so they also work for a framed page.
 */
export class BrowserProofs<SubjectId extends Id<string>> {
  constructor(
    private readonly signed: Pick<
      SignedTexts<SubjectId, typeof PURPOSE>,
      'of' | 'subjectOf' | 'proves'
    >,
    private readonly pagesUrl: string,
  ) {}

  /** Value of `Set-Cookie`. */
  cookieOf(session: SignedSubject<SubjectId>): string {
    // Lax: sent when a bank's page leads back, and never from inside another site's page.
    const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${LIFETIME_S}`];
    if (this.isSecure) attributes.push('Secure');
    return [`${this.nameOf(session)}=${this.signed.of(session, PURPOSE)}`, ...attributes].join(
      '; ',
    );
  }

  /** Whether the browser that sent these cookies was taken to a bank in the session. */
  isIn(cookies: string | undefined, session: SignedSubject<SubjectId>): boolean {
    const prefix = `${this.nameOf(session)}=`;
    return (cookies ?? '')
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(prefix))
      .some((cookie) => this.isProof(cookie.slice(prefix.length), session));
  }

  private isProof(text: string, { customerAppId, sessionId }: SignedSubject<SubjectId>): boolean {
    const subject = this.signed.subjectOf(text);
    const isTheirs = subject?.customerAppId === customerAppId && subject.sessionId === sessionId;
    return isTheirs && this.signed.proves(text, PURPOSE);
  }

  /** One per session, so that two at once do not take each other's. Only our host sets `__Host-`. */
  private nameOf({ sessionId }: SignedSubject<SubjectId>): string {
    return `${this.isSecure ? '__Host-' : ''}bank-login-${sessionId}`;
  }

  private get isSecure(): boolean {
    return this.pagesUrl.startsWith('https:');
  }
}
