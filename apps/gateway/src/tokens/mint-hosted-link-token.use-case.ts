import { Injectable } from '@nestjs/common';
import { HOSTED_LINK_SESSION_SCOPES, LINK_TOKEN_SCOPES } from '@towpath/contracts';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { CustomerAppRepository } from '../customer-apps/persistence/customer-app.repository.js';
import {
  claimsOf,
  TOKEN_LIFETIME_S,
  TokenSigner,
  type IssuedToken,
} from '../signing/token-signer.js';

/** Seconds for which the URL of a hosted link page opens it. */
const OPENS_FOR_S = 300;

interface HostedLinkTokenInput {
  readonly customerAppId: CustomerAppId;
  /** The session, as the service that owns login identities keeps it. */
  readonly sessionId: string;
  /** `OPEN`: the link token, whose `jti` is the session; `SESSION`: the token that replaces it. */
  readonly purpose: 'OPEN' | 'SESSION';
  /** For a session that updates an existing link. */
  readonly loginIdentityId?: string | undefined;
  /** Start of the session that continues with this token. */
  readonly sessionBeganAt?: number | undefined;
}

/** The token that opens a hosted link page for 300 s, and its session of 30 minutes. */
@Injectable()
export class MintHostedLinkToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly signer: TokenSigner,
  ) {}

  async execute(input: HostedLinkTokenInput): Promise<IssuedToken> {
    const app = await this.transactions.asWorker((tx) => this.apps.find(tx, input.customerAppId));
    if (app?.status !== 'ENABLED') {
      throw new DomainError('UNAUTHORIZED', 'The customer app of this link is not enabled.');
    }
    const opens = input.purpose === 'OPEN';
    return this.signer.sign(
      {
        ...claimsOf(app),
        sub: app.id,
        token_use: 'hosted_link',
        scopes: opens ? LINK_TOKEN_SCOPES : HOSTED_LINK_SESSION_SCOPES,
        login_identity_id: input.loginIdentityId ?? '',
        customization_id: input.sessionId,
        ...(input.sessionBeganAt && { session_began_at: input.sessionBeganAt }),
      },
      opens ? OPENS_FOR_S : TOKEN_LIFETIME_S.hosted_link,
      opens ? input.sessionId : undefined,
    );
  }
}
