import { Injectable } from '@nestjs/common';
import type { HostedLinkResult, HostedLinkSession } from '@towpath/contracts/account-data';
import { assertMayGoOn } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import { byKey, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretsService } from '../../identities/credentials/login-secrets.service.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginIdentitiesService } from '../../identities/login-identities/login-identities.service.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { hostedLinks, type HostedLink } from './hosted-link.table.js';
import {
  assertGoesOn,
  errorOf,
  HostedLinksReads,
  sessionEnded,
  stepOf,
  type HostedCaller,
} from './hosted-links.reads.js';
import { LinkTokensService, type MintedToken } from './link-tokens.service.js';

const LEFT = { code: 'AUTHENTICATION_FAILED', explanation: 'The user left the page.' } as const;

/** The session of a hosted page, from the exchange of its link token to its end. */
@Injectable()
export class HostedLinksService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: HostedLinksReads,
    private readonly tokens: LinkTokensService,
    private readonly identities: LoginIdentitiesService,
    private readonly jobs: LinkJobsService,
    private readonly secrets: LoginSecretsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Exchanges the link token, once. The session's token is made first: a link whose exchange failed
   * half-way can be opened again.
   */
  async open(caller: HostedCaller): Promise<HostedLinkSession> {
    const { customerAppId, sessionId } = caller;
    const link = await this.reads.goingOn(caller);
    const minted = await this.tokens.token(link, 'SESSION');
    const opened = await this.db.forApp(customerAppId, async (tx) => {
      await tx.begun;
      return tx.query(
        byKey(`UPDATE hosted_links SET opened_at = $3
         WHERE customer_app_id = $1 AND session_id = $2 AND opened_at IS NULL
         RETURNING true AS opened`),
        [customerAppId, sessionId, tx.systemNow],
      );
    });
    if (opened.length === 1) return sessionBody(caller, minted);
    throw new DomainError('TOKEN_EXPIRED', 'The link was opened before.');
  }

  /** @param sessionBeganAt Unix seconds */
  async extend(caller: HostedCaller, sessionBeganAt: number): Promise<HostedLinkSession> {
    assertMayGoOn(sessionBeganAt, this.clock.system());
    const link = await this.reads.goingOn(caller);
    return sessionBody(caller, await this.tokens.token(link, 'SESSION', sessionBeganAt));
  }

  /**
   * Ends the page with a code, after an accepted login. A repeat gets the same code. When that was
   * used or has expired, the session has ended.
   */
  async finish(caller: HostedCaller): Promise<HostedLinkResult> {
    const { link, identity } = await this.reads.found(caller);
    if (!identity || stepOf(link, identity) !== 'CONNECTED') {
      throw new DomainError('INVALID_LOGIN_IDENTITY_STATUS', 'The user has not logged in yet.');
    }
    const hasCode = link.request.redirectUri !== null;
    const code = hasCode ? await this.tokens.code(link, identity) : undefined;
    if (hasCode && code === undefined) throw sessionEnded();
    return resultOf(link, 'success', {
      ...(code !== undefined && { code }),
      institution_id: identity.institutionId,
      login_identity_id: identity.loginIdentityId,
    });
  }

  /** Ends a login that goes on. One that the institution has accepted stays, and the app gets it. */
  async leave(caller: HostedCaller): Promise<HostedLinkResult> {
    const { customerAppId, sessionId } = caller;
    const { link, identity, step } = await this.db.forApp(customerAppId, async (tx) => {
      const left = assertGoesOn(await hostedLinks.lock(tx, { sessionId }));
      const login = await this.endLogin(tx, left);
      const now = stepOf(left, login);
      if (now !== 'CONNECTED') {
        const batch = new WriteBatch();
        hostedLinks.change(batch, { customerAppId, sessionId }, { leftAt: tx.systemNow });
        tx.write(batch);
      }
      return { link: left, identity: login, step: now };
    });
    if (step === 'CONNECTED') return this.finish(caller);
    const failed = step === 'FAILED' ? identity?.failure : null;
    if (!failed || failed.explanation === LEFT.explanation) {
      return resultOf(link, 'close', {
        error: 'access_denied',
        error_description: LEFT.explanation,
        error_details: link.mode === 'LINK' ? 'Nothing was linked.' : 'Nothing was changed.',
      });
    }
    const { error_code, message, details } = errorOf(failed);
    return resultOf(link, 'close', {
      error: error_code,
      error_description: message,
      error_details: details,
    });
  }

  private async endLogin(tx: AppTx, link: HostedLink): Promise<LoginIdentitySnapshot | null> {
    if (link.loginIdentityId === null) return null;
    const identity = await this.identities.lockLinked(tx, link.loginIdentityId);
    const step = stepOf(link, identity.snapshot);
    if (step === 'ACTION' || step === 'REDIRECT' || step === 'CONNECTING') {
      identity.reject('refuse', LEFT, tx.now);
      await this.jobs.dropAll(tx, link.loginIdentityId);
      await this.secrets.endLogin(tx, identity.snapshot);
      this.identities.save(tx, identity);
    }
    return identity.snapshot;
  }
}

function sessionBody(
  { customerAppId, sessionId }: HostedCaller,
  { access_token, expires_in }: MintedToken,
): HostedLinkSession {
  return { access_token, token_type: 'Bearer', expires_in, link: `${customerAppId}.${sessionId}` };
}

function resultOf(
  { request }: HostedLink,
  message: HostedLinkResult['message'],
  fields: Readonly<Record<string, string>>,
): HostedLinkResult {
  const { redirectUri, responseMode, state } = request;
  return {
    message,
    response_mode: responseMode,
    redirect_uri: redirectUri ?? undefined,
    parameters: { ...fields, ...(state === null ? {} : { state }) },
  };
}
