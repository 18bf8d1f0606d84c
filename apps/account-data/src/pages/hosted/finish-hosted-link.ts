import { Injectable } from '@nestjs/common';
import type { HostedLinkResult } from '@towpath/contracts/account-data';
import { DomainError } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { LinkJobRepository } from '../../identities/link-jobs/link-job.repository.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { errorOf } from './get-hosted-link.query.js';
import type { HostedLink } from './hosted-link.js';
import { HostedLinkMint } from './hosted-link-mint.js';
import { stepOf } from './hosted-step.js';
import { assertGoesOn, sessionEnded, type HostedCaller } from './link-caller.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

const LEFT = { code: 'AUTHENTICATION_FAILED', explanation: 'The user left the page.' } as const;

interface Ended {
  readonly link: HostedLink;
  readonly identity: LoginIdentitySnapshot | null;
}

/** Ends a page: with a code after an accepted login, or with a failure. */
@Injectable()
export class FinishHostedLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly jobs: LinkJobRepository,
    private readonly secrets: LoginSecretStore,
    private readonly mint: HostedLinkMint,
  ) {}

  /** A repeat gets the same code. When that was used or has expired, the session has ended. */
  async success({ customerAppId, sessionId }: HostedCaller): Promise<HostedLinkResult> {
    const { link, identity } = await this.transactions.forApp(customerAppId, async (tx) => {
      const found = assertGoesOn(await this.links.find(tx, sessionId));
      const { loginIdentityId } = found;
      const owned = loginIdentityId && (await this.read.find(tx, loginIdentityId));
      return { link: found, identity: owned ? owned.snapshot : null };
    });
    if (!identity || stepOf(link, identity) !== 'CONNECTED') {
      throw new DomainError('INVALID_LOGIN_IDENTITY_STATUS', 'The user has not logged in yet.');
    }
    const code = link.request.redirectUri === null ? {} : await this.codeOf(link, identity);
    return resultOf(link, 'success', {
      ...code,
      institution_id: identity.institutionId,
      login_identity_id: identity.loginIdentityId,
    });
  }

  /** Ends a login that goes on. One that the institution has accepted stays, and the app gets it. */
  async leave(caller: HostedCaller): Promise<HostedLinkResult> {
    const { customerAppId, sessionId } = caller;
    const { link, identity, isLinked } = await this.transactions.forApp(
      customerAppId,
      async (tx) => {
        const found = assertGoesOn(await this.links.lock(tx, sessionId));
        const ended = await this.end(tx, found);
        const isLinked = stepOf(found, ended.identity) === 'CONNECTED';
        const batch = new WriteBatch();
        if (!isLinked) this.links.leave(batch, found, tx.systemNow);
        tx.write(batch);
        return { ...ended, isLinked };
      },
    );
    if (isLinked) return this.success(caller);
    const failed = identity && stepOf(link, identity) === 'FAILED' ? identity.failure : null;
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

  private async codeOf(link: HostedLink, identity: LoginIdentitySnapshot) {
    const code = await this.mint.code(link, identity);
    if (code === undefined) throw sessionEnded();
    return { code };
  }

  private async end(tx: AppTx, link: HostedLink): Promise<Ended> {
    if (link.loginIdentityId === null) return { link, identity: null };
    const identity = await this.read.lock(tx, link.loginIdentityId);
    const step = stepOf(link, identity.snapshot);
    if (step === 'ACTION' || step === 'REDIRECT' || step === 'CONNECTING') {
      identity.reject('refuse', LEFT, tx.now);
      await this.jobs.dropAll(tx, link.loginIdentityId);
      await this.secrets.endLogin(tx, identity.snapshot);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      tx.write(batch);
    }
    return { link, identity: identity.snapshot };
  }
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
    ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
    parameters: { ...fields, ...(state === null ? {} : { state }) },
  };
}
