import { Injectable } from '@nestjs/common';
import { KeyedHash } from '@towpath/persistence';
import { BrowserProofs, SignedTexts } from '@towpath/service';
import type { LoginIdentityId } from '@towpath/kernel';
import type {
  LoginKey,
  SessionKey,
} from '../../identities/login-identities/login-identity.table.js';
import { AccountDataConfig } from '../../account-data.config.js';
import { LINK_URL_KEY } from '../../key-purposes.js';

/** The path that redirects to the page of an institution, and the path of the return. */
const LOGIN_PATH = '/link/hosted/institution_login';
const RETURN_PATH = '/link/hosted/institution_return';

/** Name of the message of an action with the address to open. */
export const REDIRECT_URL = 'redirect_url';

/** The purpose of a signed text; a state is valid only in its session. */
type StatePurpose = 'browser' | `${RedirectKind} ${string}`;

export type RedirectKind = 'login' | 'return';

interface BankRedirects {
  /** Our URL that redirects the browser to the bank and sets its cookie. */
  readonly loginUrl: string;
  /** Our URL to which the bank returns the browser. */
  readonly returnUrl: string;
  /** A state that the bank returns unchanged. */
  readonly state: string;
}

/** Addresses that lead users to the pages of their banks and back, with the proofs for these. */
@Injectable()
export class BankPagesService {
  /** URL of the hosted pages for browsers, without a slash at the end. */
  readonly pagesUrl: string;
  private readonly signed: SignedTexts<LoginIdentityId, StatePurpose>;
  private readonly browsers: BrowserProofs<LoginIdentityId>;

  constructor(hash: KeyedHash, { publicPagesUrl }: AccountDataConfig) {
    this.pagesUrl = publicPagesUrl.replace(/\/+$/, '');
    this.signed = new SignedTexts(hash, LINK_URL_KEY);
    this.browsers = new BrowserProofs(this.signed, this.pagesUrl);
  }

  redirectsOf(login: SessionKey): BankRedirects {
    const state = encodeURIComponent(this.stateOf(login, 'login'));
    return {
      loginUrl: `${this.pagesUrl}${LOGIN_PATH}?state=${state}`,
      returnUrl: `${this.pagesUrl}${RETURN_PATH}`,
      state: this.stateOf(login, 'return'),
    };
  }

  /** The login that a state names, genuine or not: call `proves` before you trust it. */
  subjectOf(state: string): LoginKey | undefined {
    const subject = this.signed.subjectOf(state);
    return subject && { customerAppId: subject.customerAppId, loginIdentityId: subject.sessionId };
  }

  proves(state: string, kind: RedirectKind, { sessionId }: SessionKey): boolean {
    return this.signed.proves(state, `${kind} ${sessionId}`);
  }

  /** Value of `Set-Cookie`. */
  cookieOf({ customerAppId, loginIdentityId }: LoginKey): string {
    return this.browsers.cookieOf({ customerAppId, sessionId: loginIdentityId });
  }

  /** Whether the browser that sent these cookies was taken to the bank for the login. */
  isIn(cookies: string | undefined, { customerAppId, loginIdentityId }: LoginKey): boolean {
    return this.browsers.isIn(cookies, { customerAppId, sessionId: loginIdentityId });
  }

  private stateOf(login: SessionKey, kind: RedirectKind): string {
    const { customerAppId, loginIdentityId, sessionId } = login;
    return this.signed.of({ customerAppId, sessionId: loginIdentityId }, `${kind} ${sessionId}`);
  }
}
