import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  CONSOLE_TOKEN_HEADER,
  hasRole,
  type OperatorPurpose,
  type OperatorClaim,
  type OperatorRole,
} from '@towpath/contracts/operator';
import { PublicRoute, type BodyRules, type HttpMethod } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { ConsoleSettings } from './console.config.js';
import {
  ConsoleSessionsService,
  isWriteToken,
  type LiveSession,
} from './console-sessions.service.js';

/** Only over HTTPS, only to this host, not for scripts. */
export const SESSION_COOKIE = '__Host-console';

interface ConsoleRules {
  /** `none`: for those who log in. `peek`: a request that does not keep the session. */
  readonly session?: 'used' | 'peek' | 'none';
  /** The least role that it takes. */
  readonly role?: OperatorRole;
  /** A server calls it: the handler authenticates the caller. */
  readonly fromServer?: boolean;
  readonly body?: BodyRules;
}

const RULES = 'console rules';
const READS = ['GET', 'HEAD'];
const sessions = new WeakMap<FastifyRequest, LiveSession>();

/**
 * A route of the console, on its own origin only. Unless the rules say otherwise it needs a session
 * of an operator, and if it writes, the page of the console as its caller.
 */
export function ConsoleRoute(
  method: HttpMethod,
  path: `/console${string}`,
  rules: ConsoleRules = {},
): MethodDecorator {
  const { body } = rules;
  return applyDecorators(
    PublicRoute(method, path, body && { body }),
    SetMetadata(RULES, rules),
    UseGuards(ConsoleGuard),
  );
}

/** Lets in requests of the console's own page, with a session whose role suffices. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: ConsoleSettings,
    private readonly sessions: ConsoleSessionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rules = this.reflector.get<ConsoleRules>(RULES, context.getHandler());
    if (rules.fromServer) return true;
    // From here on it works with the connections of operators.
    if (request.context) request.context.isOfOperator = true;
    const writes = !READS.includes(request.method);
    if (writes && request.headers.origin !== this.settings.origin.origin) {
      throw new DomainError('INSUFFICIENT_SCOPE', 'Only the console itself may send this.');
    }
    if (rules.session === 'none') return true;
    const session = await this.sessionOf(request, rules);
    if (!session) throw new DomainError('UNAUTHORIZED', 'There is no session: log in.');
    if (writes && !isWriteToken(session, textOf(request.headers[CONSOLE_TOKEN_HEADER]))) {
      throw new DomainError('INSUFFICIENT_SCOPE', 'X-Console-Token is not that of the session.');
    }
    if (!hasRole(session, rules.role ?? 'viewer')) {
      throw new DomainError('INSUFFICIENT_SCOPE', `The role ${session.role} does not suffice.`);
    }
    sessions.set(request, session);
    return true;
  }

  private sessionOf(request: FastifyRequest, rules: ConsoleRules) {
    const cookie = cookieOf(request, SESSION_COOKIE);
    return rules.session === 'peek' ? this.sessions.peek(cookie) : this.sessions.use(cookie);
  }
}

/** Injects the session of the operator into a handler of a `@ConsoleRoute` that takes one. */
export const SessionOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext): LiveSession => {
    const session = sessions.get(context.switchToHttp().getRequest<FastifyRequest>());
    if (!session) throw new Error('@SessionOf() is used on a route that takes no session');
    return session;
  },
);

export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  return parseCookie(headers.cookie ?? '')[name];
}

/** What a service learns about the operator. */
export function claimOf(session: LiveSession, purpose: OperatorPurpose): OperatorClaim {
  const { subject, role, apps, sessionId, authenticatedAt: at } = session;
  const known = at && { authenticated_at: Math.floor(at.getTime() / 1_000) };
  return { subject, role, apps: apps ?? '*', session: sessionId, purpose, ...known };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
