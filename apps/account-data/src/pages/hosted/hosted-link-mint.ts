import { Injectable } from '@nestjs/common';
import { InternalClient } from '@towpath/http';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { scopesOf } from '../../identities/tokens/login-identity-tokens.js';
import type { HostedLink } from './hosted-link.js';

export interface MintedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly issued_at: string;
}

export interface MintedSession {
  readonly link: HostedLink;
  /** `OPEN`: the token of the URL; `SESSION`: the token that replaces it. */
  readonly purpose: 'OPEN' | 'SESSION';
  /** Unix seconds; of a session that goes on. */
  readonly sessionBeganAt?: number;
}

/** Tokens of hosted links, and the codes that they end with: the gateway signs and keeps them. */
@Injectable()
export class HostedLinkMint {
  constructor(private readonly client: InternalClient) {}

  token({ link, purpose, sessionBeganAt }: MintedSession): Promise<MintedToken> {
    return this.client.call<MintedToken>('gateway', {
      method: 'POST',
      path: '/internal/tokens/hosted_link',
      body: {
        customer_app_id: link.customerAppId,
        session_id: link.sessionId,
        purpose,
        login_identity_id: link.loginIdentityId ?? undefined,
        session_began_at: sessionBeganAt,
      },
      idempotent: true,
    });
  }

  /**
   * Good once, for the app and the redirect URI of the link. A session has one code: undefined when
   * it was exchanged, or has expired.
   */
  async code(link: HostedLink, identity: LoginIdentitySnapshot): Promise<string | undefined> {
    const { redirectUri, codeChallenge, codeChallengeMethod } = link.request;
    const { code } = await this.client.call<{ readonly code?: string }>('gateway', {
      method: 'POST',
      path: '/internal/link_codes',
      body: {
        customer_app_id: link.customerAppId,
        login_identity_id: identity.loginIdentityId,
        session_id: link.sessionId,
        scopes: scopesOf(identity.products),
        redirect_uri: redirectUri,
        code_challenge: codeChallenge ?? undefined,
        code_challenge_method: codeChallengeMethod ?? undefined,
      },
      idempotent: true,
    });
    return code;
  }
}
