import { Body, Controller, Inject, Query, Req, Res } from '@nestjs/common';
import {
  type ConsoleLogin,
  ConsolePasswordRequest,
  type ConsoleSession,
} from '@towpath/contracts/operator';
import { LOGGER } from '@towpath/http';
import { plusMs } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { clientAddress } from '../routing/client-address.js';
import { BeginLoginQuery, LogoutTokenForm } from './console-login.dto.js';
import { ConsoleLoginsService, NotAdmitted } from './console-logins.service.js';
import {
  ConsoleSessionsService,
  IDLE_MINUTES,
  type LiveSession,
} from './console-sessions.service.js';
import { ConsoleSettings } from './console.config.js';
import { consoleApp, seenApps } from './console-apps.js';
import { ConsoleRoute, cookieOf, SESSION_COOKIE, SessionOf } from './console.guard.js';
import type { BegunLogin } from './identity-provider.js';
import { escaped, PLAIN_PAGE_HEADERS, plainPage } from './plain-page.js';

const LOGIN_COOKIE = '__Host-console-login';
const LOGIN_LASTS_S = 600;
const SEE_OTHER = 303;
const GONE = { value: '', maxAge: 0 };

interface KeptLogin extends BegunLogin {
  /** Path of the console. */
  readonly returnTo: string;
}

/** The ways into the console and out of it. */
@Controller()
export class ConsoleLoginController {
  constructor(
    private readonly settings: ConsoleSettings,
    private readonly logins: ConsoleLoginsService,
    private readonly sessions: ConsoleSessionsService,
    private readonly apps: CustomerAppsReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @ConsoleRoute('GET', '/console/api/login', { session: 'none' })
  way(): ConsoleLogin {
    return { way: this.settings.login.way };
  }

  @ConsoleRoute('GET', '/console/login', { session: 'none' })
  async begin(@Query() query: BeginLoginQuery, @Res() reply: FastifyReply): Promise<void> {
    const isFresh = query.fresh === 'true';
    try {
      const { url, begun } = await this.logins.begin({ isFresh });
      const kept: KeptLogin = { ...begun, returnTo: this.pathOf(query.return_to) };
      const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
      await reply
        .header('set-cookie', cookie(LOGIN_COOKIE, { value, maxAge: LOGIN_LASTS_S }))
        .redirect(url.href, SEE_OTHER);
    } catch (error) {
      await this.refuse(reply, error);
    }
  }

  @ConsoleRoute('GET', '/console/callback', { session: 'none' })
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('set-cookie', cookie(LOGIN_COOKIE, GONE));
    try {
      const { returnTo, ...begun } = keptLogin(cookieOf(request, LOGIN_COOKIE));
      const answer = new URL(request.url, this.settings.origin);
      const cookieBefore = cookieOf(request, SESSION_COOKIE);
      const value = await this.logins.finish(answer, { begun, cookieBefore });
      await reply
        .header('set-cookie', cookie(SESSION_COOKIE, { value }))
        .redirect(this.pathOf(returnTo), SEE_OTHER);
    } catch (error) {
      await this.refuse(reply, error);
    }
  }

  @ConsoleRoute('POST', '/console/api/login', { session: 'none' })
  async withPassword(
    @Body() { password }: ConsolePasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const address = clientAddress(request);
    const cookieBefore = cookieOf(request, SESSION_COOKIE);
    const value = await this.logins.withPassword({ password, address, cookieBefore });
    void reply.header('set-cookie', cookie(SESSION_COOKIE, { value }));
    return {};
  }

  @ConsoleRoute('GET', '/console/api/session', { session: 'peek' })
  async session(@SessionOf() session: LiveSession): Promise<ConsoleSession> {
    const { name, subject, role, writeToken, endsAt, lastSeenAt, authenticatedAt } = session;
    const idleEndsAt = plusMs(lastSeenAt, IDLE_MINUTES * 60_000);
    const { traceUrl } = this.settings;
    return {
      name,
      subject,
      role,
      write_token: writeToken,
      ends_at: endsAt.toISOString(),
      ...(authenticatedAt && { authenticated_at: authenticatedAt.toISOString() }),
      idle_ends_at: (idleEndsAt < endsAt ? idleEndsAt : endsAt).toISOString(),
      apps: seenApps(session, await this.apps.list()).map(consoleApp),
      ...(traceUrl !== undefined && { trace_url: traceUrl }),
    };
  }

  @ConsoleRoute('POST', '/console/logout')
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    await this.sessions.end(cookieOf(request, SESSION_COOKIE));
    void reply.header('set-cookie', cookie(SESSION_COOKIE, GONE));
    return {};
  }

  @ConsoleRoute('POST', '/console/back-channel-logout', { fromServer: true, body: { form: true } })
  async logOutAtProvider(@Body() { logout_token: token }: LogoutTokenForm): Promise<object> {
    await this.logins.logOutAtProvider(token);
    return {};
  }

  /** Only a path of the console: a login leads nowhere else. */
  private pathOf(returnTo = '/'): string {
    const { origin } = this.settings.origin;
    const url = URL.parse(returnTo, origin);
    // A browser takes what stands after two slashes for a host; `/.//host` becomes such a path.
    if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
    return url.pathname + url.search + url.hash;
  }

  /** A browser shows this, so it is a page. */
  private async refuse(reply: FastifyReply, error: unknown): Promise<void> {
    const isKnown = error instanceof NotAdmitted;
    if (!isKnown) this.logger.warn({ error }, 'a login at the console failed');
    const text = isKnown ? error.message : 'The login did not succeed. Please try it again.';
    const title = isKnown ? 'You may not enter this console' : 'Login failed';
    const again = '<p><a class="button" href="/console/login?fresh=true">Log in again</a></p>';
    await reply
      .status(isKnown ? 403 : 400)
      .headers(PLAIN_PAGE_HEADERS)
      .send(plainPage({ title, body: `<p>${escaped(text)}</p>${again}` }));
  }
}

function cookie(name: string, { value, maxAge }: { value: string; maxAge?: number }): string {
  const age = maxAge === undefined ? {} : { maxAge };
  return stringifySetCookie({
    name,
    value,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    ...age,
  });
}

function keptLogin(value = ''): KeptLogin {
  const kept = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Partial<KeptLogin>;
  const { state, nonce, verifier, isFresh, returnTo } = kept;
  if (!state || !nonce || !verifier || !returnTo) throw new Error('no login was begun here');
  return { state, nonce, verifier, returnTo, isFresh: isFresh ?? false };
}
