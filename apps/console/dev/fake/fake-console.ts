import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type {
  ConsoleAuditResponse,
  ConsoleFiguresResponse,
  ConsoleFindResponse,
  ConsoleListResponse,
  ConsoleLogin,
  ConsoleParkedMessagesResponse,
  OperatorRole,
  ParkedMessage,
  ResourceKind,
  TriedTerm,
  UnmaskMemberRequest,
  UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { consoleHeaders, withNonce } from '@towpath/http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { FakeActions } from './fake-actions.js';
import { FIGURES } from './figures.js';
import {
  AUDIT,
  foundFor,
  listed,
  PARKED,
  SHOP,
  PASSWORD,
  seen,
  sessionOf,
  UNMASKED,
  type Seen,
} from './samples.js';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const NONCE_BYTES = 18;

/** The built page with the headers of production, on answers that never change. */
export class FakeConsole {
  private readonly server: FastifyInstance = fastify({ forceCloseConnections: true });
  /** Without a role there is no session. */
  role: OperatorRole | undefined;
  way: ConsoleLogin['way'] = 'password';
  /** Whether stories have more entries than are shown. */
  isCut = false;
  /** Services that do not answer. */
  unanswered: string[] = [];
  /** How long ago the operator proved who they are. */
  loginAgeMs = 0;
  readonly actions = new FakeActions();
  /** What was asked for, as `POST /console/api/unmask`. */
  readonly asked: string[] = [];
  readonly unmasked: UnmaskMemberRequest[] = [];

  constructor(private readonly dist: string) {
    this.pages();
    this.sessions();
    this.reads();
  }

  async start(): Promise<string> {
    return this.server.listen({ host: '127.0.0.1', port: 0 });
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  private pages(): void {
    const { server, dist } = this;
    server.addHook('onRequest', async ({ method, url }) => {
      this.asked.push(`${method} ${url}`);
    });
    server.get('/*', async (_request, reply) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      const html = await readFile(join(dist, 'index.html'), 'utf8');
      return reply
        .headers(consoleHeaders({ nonce, overHttps: false }))
        .type('text/html; charset=utf-8')
        .send(withNonce(html, { nonce }));
    });
    const file = async (name: string, reply: FastifyReply) => {
      const path = join(dist, name);
      if (!existsSync(path)) return refuse(reply, 404);
      return reply
        .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'max-age=3600' })
        .type(TYPES[extname(name)] ?? 'application/octet-stream')
        .send(await readFile(path));
    };
    server.get('/console/icon.svg', (_request, reply) => file('icon.svg', reply));
    server.get<{ Params: { file: string } }>('/console/assets/:file', ({ params }, reply) =>
      file(`assets/${params.file}`, reply),
    );
  }

  private sessions(): void {
    const { server } = this;
    server.get('/console/api/login', (): ConsoleLogin => ({ way: this.way }));
    server.post<{ Body: { password: string } }>('/console/api/login', ({ body }, reply) => {
      if (body.password !== PASSWORD) return refuse(reply, 401);
      this.role ??= 'admin';
      this.loginAgeMs = 0;
      return reply.code(204).send();
    });
    server.get<{ Querystring: { return_to?: string; fresh?: string } }>(
      '/console/login',
      ({ query }, reply) => {
        this.role ??= 'viewer';
        if (query.fresh === 'true') this.loginAgeMs = 0;
        return reply.redirect(query.return_to ?? '/');
      },
    );
    server.post('/console/logout', (request, reply) => {
      if (!this.mayWrite(request)) return refuse(reply, 403);
      this.role = undefined;
      return reply.code(204).send();
    });
    server.get('/console/api/session', (_request, reply) =>
      this.role
        ? sessionOf(this.role, { nowMs: Date.now(), loginAgeMs: this.loginAgeMs })
        : refuse(reply, 401),
    );
  }

  private reads(): void {
    this.server.register((scope, _options, done) => {
      scope.addHook('preHandler', async (_request, reply) => {
        if (!this.role) await refuse(reply, 401);
      });
      this.resources(scope);
      this.actions.routes(scope, {
        refuse,
        asking: (request, reply) => {
          const { role, loginAgeMs } = this;
          if (role && this.mayWrite(request)) return { role, loginAgeMs };
          refuse(reply, 403);
          return undefined;
        },
      });
      scope.get('/console/api/figures', (): ConsoleFiguresResponse => ({
        figures: [...FIGURES],
        unanswered: this.unanswered,
      }));
      scope.get('/console/api/parked-messages', (): ConsoleParkedMessagesResponse => ({
        parked_messages: this.parked(),
        unanswered: this.unanswered,
      }));
      scope.get<Listing>('/console/api/audit-entries/:service', ({ query }, reply) => {
        if (this.role !== 'admin') return refuse(reply, 403);
        const { rows, next } = pageOf(AUDIT, query);
        return { entries: rows, ...next } satisfies ConsoleAuditResponse;
      });
      scope.post<{ Body: UnmaskMemberRequest }>('/console/api/unmask', (request, reply) => {
        if (this.role !== 'admin' || !this.mayWrite(request)) return refuse(reply, 403);
        this.unmasked.push(request.body);
        const { member } = request.body;
        return { member, value: JSON.stringify(UNMASKED[member]) } satisfies UnmaskMemberResponse;
      });
      done();
    });
  }

  private resources(scope: FastifyInstance): void {
    scope.get<{ Querystring: { q: string } }>(
      '/console/api/find',
      ({ query: { q } }): ConsoleFindResponse => ({
        results: foundFor(q),
        apps: q === SHOP.customer_app_id ? [SHOP] : [],
        parked_messages: this.parked().filter(({ parked_message_id: id }) => id === q),
        tried: triedFor(q),
        unanswered: this.unanswered,
      }),
    );
    scope.get<Listing & { Params: { kind: ResourceKind } }>(
      '/console/api/resources/:kind',
      ({ params, query }): ConsoleListResponse => {
        const { statuses } = query;
        const rows = listed(params.kind).filter(
          ({ status }) => !statuses || statuses.split(',').includes(status ?? ''),
        );
        const page = pageOf(rows, query);
        return { resources: page.rows, ...page.next };
      },
    );
    scope.get<{ Params: Seen }>('/console/api/resources/:kind/:app/:id', ({ params }, reply) =>
      params.id.startsWith('missing')
        ? refuse(reply, 404)
        : { ...seen(params), is_cut: this.isCut, unanswered: this.unanswered },
    );
  }

  /** Without those that an operator discarded. */
  private parked(): ParkedMessage[] {
    const { discarded } = this.actions;
    return PARKED.filter(({ parked_message_id: id }) => !discarded.has(id));
  }

  private mayWrite({ headers }: FastifyRequest): boolean {
    return this.role !== undefined && headers['x-console-token'] === `token-of-${this.role}`;
  }
}

interface Listing {
  Params: { service?: string };
  Querystring: { limit?: string; after?: string; statuses?: string };
}

function pageOf<T>(
  all: readonly T[],
  { limit = '25', after = '0' }: Listing['Querystring'],
): { rows: T[]; next: { next_cursor?: string } } {
  const start = Number(after);
  const end = start + Number(limit);
  return {
    rows: all.slice(start, end),
    next: end < all.length ? { next_cursor: String(end) } : {},
  };
}

function triedFor(text: string): TriedTerm[] {
  const reference: TriedTerm = { by: 'reference', text };
  if (!text.startsWith('HKD')) return [reference];
  const days = { date_from: '2026-11-01', date_to: '2026-11-30' };
  return [{ by: 'amount', text, amount: 12_500, currency: 'HKD', ...days }, reference];
}

const CODES: Readonly<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'RESOURCE_NOT_FOUND',
};

function refuse(reply: FastifyReply, status: number, details?: string): FastifyReply {
  const error_code = CODES[status] ?? 'ERROR';
  const error = { error_code, details: details ?? `Refused: ${error_code}.` };
  return reply.code(status).send({ error });
}
