import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { isPasswordOf } from '@towpath/persistence';
import { AttemptLimiter } from '../tokens/attempt-limiter.js';
import { ConsoleSessionsService, type ProvedOperator } from './console-sessions.service.js';
import { ConsoleSettings } from './console.config.js';
import { IdentityProvider, type BegunLogin } from './identity-provider.js';
import { admissionOf } from './operator-claims.js';

/** The provider knows the operator, and the console does not let them in. The message is for them. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

const LOCAL_OPERATOR = 'local:operator';

/** A caller with a password, and the cookie of the session before. */
interface PasswordAttempt {
  readonly password: string;
  readonly address: string;
  readonly cookieBefore: string | undefined;
}

/** The ways into the console: a provider, or the password of the local operator. */
@Injectable()
export class ConsoleLoginsService {
  private readonly provider: IdentityProvider | undefined;
  private readonly guesses = new AttemptLimiter();

  constructor(
    private readonly settings: ConsoleSettings,
    private readonly sessions: ConsoleSessionsService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { login, origin } = settings;
    if (login.way !== 'oidc') return;
    this.provider = new IdentityProvider(login, `${origin.origin}/console/callback`);
  }

  /** Where the browser goes, and what it keeps until it comes back. */
  begin({ isFresh }: { readonly isFresh: boolean }) {
    return this.ofProvider().begin({ isFresh });
  }

  /** The cookie of a new session. Throws `NotAdmitted`, and what `IdentityProvider.finish` throws. */
  async finish(
    answer: URL,
    { begun, cookieBefore }: { begun: BegunLogin; cookieBefore: string | undefined },
  ): Promise<string> {
    const { login } = this.settings;
    const provider = this.ofProvider();
    if (login.way !== 'oidc') throw noSuchWay();
    const { claims, ...identity } = await provider.finish(answer, begun);
    const admission = admissionOf(claims, login.claims);
    if ('refusal' in admission) {
      this.logger.warn({ subject: identity.subject }, 'operator refused: no role, or no app');
      await this.sessions.noteRefused(identity.subject);
      throw new NotAdmitted(admission.refusal);
    }
    return this.open({ ...identity, ...admission }, cookieBefore);
  }

  /** The cookie of a new session. Throws `CREDENTIALS_INVALID`, and `RATE_LIMITED` after guesses. */
  async withPassword({ password, address, cookieBefore }: PasswordAttempt): Promise<string> {
    const { login } = this.settings;
    if (login.way !== 'password') throw noSuchWay();
    const attempt = { clientId: 'console', address };
    await this.guesses.assertAllowed(attempt);
    if (!(await isPasswordOf({ hash: login.hash, password }))) {
      await this.guesses.countFailure(attempt);
      await this.sessions.noteRefused(LOCAL_OPERATOR);
      throw new DomainError('CREDENTIALS_INVALID', 'The password is wrong.');
    }
    await this.guesses.noteSuccess(attempt);
    const operator: ProvedOperator = {
      subject: LOCAL_OPERATOR,
      name: 'Local operator',
      role: 'admin',
      apps: null,
      providerSession: null,
      authenticatedAt: this.clock.system(),
    };
    return this.open(operator, cookieBefore);
  }

  /** Ends what the provider ended. Throws `INVALID_REQUEST` for a token that does not prove it. */
  async logOutAtProvider(logoutToken: string): Promise<void> {
    const logout = await this.ofProvider().readLogoutToken(logoutToken);
    const ended = await this.sessions.endAtProvider(logout);
    if (!ended) throw new DomainError('INVALID_REQUEST', 'logout_token: it was used before.');
    this.logger.info({ sessions: ended }, 'the provider ended sessions of the console');
  }

  private async open(operator: ProvedOperator, cookieBefore: string | undefined): Promise<string> {
    const { cookie, sessionId } = await this.sessions.begin(operator, cookieBefore);
    const { role, subject } = operator;
    this.logger.info({ session: sessionId, subject, role }, 'an operator logged in');
    return cookie;
  }

  private ofProvider(): IdentityProvider {
    if (this.provider) return this.provider;
    throw noSuchWay();
  }
}

function noSuchWay(): DomainError {
  return new DomainError('ROUTE_NOT_FOUND', 'Operators of this console log in another way.');
}
