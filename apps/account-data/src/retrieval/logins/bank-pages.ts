import { Injectable } from '@nestjs/common';
import type { LoginIdentityId } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import { BrowserProofs, SignedTexts } from '@towpath/service';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { LINK_URL_KEY } from '../../persistence/key-purposes.js';

/** The path that redirects to the page of an institution, and the path of the return. */
export const LOGIN_PATH = '/link/hosted/institution_login';
export const RETURN_PATH = '/link/hosted/institution_return';

/** Name of the action that is answered on the page of the institution. */
export const REDIRECT_ACTION = 'INSTITUTION_REDIRECT';
/** Name of its message with the address to open. */
export const REDIRECT_URL = 'redirect_url';

/** URL of the hosted pages for browsers, without a slash at the end. */
export class PageAddresses {
  readonly pagesUrl: string;
}

/** The purpose of a signed text; a state is valid only in its session. */
type WayPurpose = 'browser' | `login ${string}` | `return ${string}`;

/** Names the login identity of a redirected user. */
@Injectable()
export class SignedWays extends SignedTexts<LoginIdentityId, WayPurpose> {
  constructor(hash: KeyedHash) {
    super(hash, LINK_URL_KEY);
  }
}

@Injectable()
export class BankBrowsers extends BrowserProofs<LoginIdentityId> {
  constructor(signed: SignedWays, { pagesUrl }: PageAddresses) {
    super(signed, pagesUrl);
  }
}

export type Traveller = Pick<
  LoginIdentitySnapshot,
  'customerAppId' | 'loginIdentityId' | 'sessionId'
>;

export interface BankWay {
  /** Our URL that redirects the browser to the bank and sets its cookie. */
  readonly loginUrl: string;
  /** Our URL to which the bank returns the browser. */
  readonly returnUrl: string;
  /** A state that the bank returns unchanged. */
  readonly state: string;
}

/** The ways of users to the pages of their banks, and back. */
@Injectable()
export class BankPages {
  constructor(
    private readonly signed: SignedWays,
    private readonly addresses: PageAddresses,
  ) {}

  wayOf(login: Traveller): BankWay {
    const { pagesUrl } = this.addresses;
    const going = this.stateOf(login, 'login');
    return {
      loginUrl: `${pagesUrl}${LOGIN_PATH}?state=${encodeURIComponent(going)}`,
      returnUrl: `${pagesUrl}${RETURN_PATH}`,
      state: this.stateOf(login, 'return'),
    };
  }

  private stateOf(login: Traveller, way: 'login' | 'return'): string {
    const { customerAppId, loginIdentityId, sessionId } = login;
    return this.signed.of({ customerAppId, sessionId: loginIdentityId }, `${way} ${sessionId}`);
  }
}
