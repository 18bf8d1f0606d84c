import { Injectable } from '@nestjs/common';
import {
  HOSTED_LINK_SESSION_SCOPES,
  LINK_TOKEN_SCOPES,
  MANDATE_SESSION_SCOPES,
  PAYMENT_LINK_SESSION_SCOPES,
} from '@towpath/contracts';
import { DomainError, parseId, type ClientId } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import { CLIENT_SECRETS_KEY } from '../customer-apps/customer-apps.service.js';
import type { CustomerApp } from '../customer-apps/customer-app.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import {
  claimsOf,
  TOKEN_LIFETIME_S,
  TokenSigner,
  type IssuedToken,
} from '../signing/token-signer.js';
import { AttemptLimiter } from './attempt-limiter.js';
import type { HostedLinkTokenBody, MandateTokenBody, PaymentLinkTokenBody } from './tokens.dto.js';

/** Seconds for which the URL of a hosted link page opens it. */
const OPENS_FOR_S = 300;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of the caller, for the limit on wrong attempts. */
  readonly address: string;
}

/** The tokens of customer apps, and of the sessions of hosted pages. */
@Injectable()
export class TokensService {
  constructor(
    private readonly apps: CustomerAppsReads,
    private readonly hashes: KeyedHash,
    private readonly signer: TokenSigner,
    private readonly limiter: AttemptLimiter,
  ) {}

  /** Exchanges an app's credentials for a customer token that carries the app's scopes. */
  async issue(credentials: Credentials): Promise<IssuedToken> {
    await this.limiter.assertAllowed(credentials);
    const app = await this.authenticate(credentials);
    if (!app) {
      await this.limiter.countFailure(credentials);
      throw new DomainError('UNAUTHORIZED', 'The client credentials are not valid.');
    }
    // Guesses sent at once all pass the first check; a right one among them must not.
    await this.limiter.assertAllowed(credentials);
    await this.limiter.noteSuccess(credentials);
    return this.signer.sign(
      { ...claimsOf(app), sub: app.id, token_use: 'customer', scopes: app.profile.scopes },
      TOKEN_LIFETIME_S.customer,
    );
  }

  /** A payment page's 30-minute session. */
  async mintPaymentLink(body: PaymentLinkTokenBody): Promise<IssuedToken> {
    return this.signer.sign(
      {
        ...(await this.pageClaims(body, 'link')),
        token_use: 'payment_link',
        scopes: PAYMENT_LINK_SESSION_SCOPES,
        payment_link_id: body.payment_link_id,
        unique_reference_id: body.unique_reference_id,
        product_flow: 'PAYMENT_LINK',
      },
      TOKEN_LIFETIME_S.payment_link,
    );
  }

  /** The 30-minute session in which one mandate is authorized. */
  async mintMandate(body: MandateTokenBody): Promise<IssuedToken> {
    return this.signer.sign(
      {
        ...(await this.pageClaims(body, 'mandate')),
        token_use: 'mandate_link',
        scopes: MANDATE_SESSION_SCOPES,
        mandate_id: body.mandate_id,
        customization_id: body.customization_id,
      },
      TOKEN_LIFETIME_S.mandate_link,
    );
  }

  /** The token that opens a hosted link page for 300 s, and its session of 30 minutes. */
  async mintHostedLink(body: HostedLinkTokenBody): Promise<IssuedToken> {
    const opens = body.purpose === 'OPEN';
    return this.signer.sign(
      {
        ...(await this.pageClaims(body, 'link')),
        token_use: 'hosted_link',
        scopes: opens ? LINK_TOKEN_SCOPES : HOSTED_LINK_SESSION_SCOPES,
        login_identity_id: body.login_identity_id ?? '',
        customization_id: body.session_id,
      },
      opens ? OPENS_FOR_S : TOKEN_LIFETIME_S.hosted_link,
      opens ? body.session_id : undefined,
    );
  }

  private async pageClaims(
    body: Pick<MandateTokenBody, 'customer_app_id' | 'session_began_at'>,
    page: 'link' | 'mandate',
  ) {
    const app = await this.apps.enabled(body.customer_app_id, { named: ` of this ${page}` });
    const { session_began_at } = body;
    return { ...claimsOf(app), sub: app.id, ...(session_began_at && { session_began_at }) };
  }

  private async authenticate(credentials: Credentials): Promise<CustomerApp | undefined> {
    const clientId = parseId<ClientId>(credentials.clientId);
    const found = clientId && (await this.apps.findByClientId(clientId));
    const valid = found?.secretHashes.some((stored) =>
      this.hashes.verify(CLIENT_SECRETS_KEY, { stored, value: credentials.clientSecret }),
    );
    return valid && found?.app.status === 'ENABLED' ? found.app : undefined;
  }
}
