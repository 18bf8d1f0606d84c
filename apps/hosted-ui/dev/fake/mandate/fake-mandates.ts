import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { MandateView } from '../../../src/pages/mandate/api/mandate-view.js';
import type { Institution } from '../../../src/shared/banks/institution.js';
import { answer, breakOff, jsonBody, refuse } from '../answers.js';
import { BANKS, banksFor } from './fake-banks.js';
import { FakeKeys } from './fake-keys.js';
import { FakeMandate } from './fake-mandate.js';
import { mandateScenarioNamed } from './mandate-scenarios.js';

const PAGE = '/hosted/mandate';
const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AA';
const SESSION_PREFIX = '01K8Z3V5Q4M7N2R6T9W2';
const SESSION_SECONDS = 1_800;
const SLOW_MS = 1_500;
const REFUSED_AS: Readonly<Record<string, string>> = {
  refused: 'INVALID_REQUEST',
  limit_refused: 'TRANSACTION_LIMIT_EXCEEDED',
};
const BANK_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fake bank</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"></head>
  <body><main><h1>Fake bank</h1><p><a href="?answer=approve">Approve</a> <a href="?answer=refuse">Refuse</a></p>
  </main></body></html>`;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Record<string, unknown>;
}

interface OpenedScenario {
  readonly scenario: string;
  /** Of the page. */
  readonly origin: string;
  /** What the scenario says counts more. */
  readonly changes?: Partial<MandateView>;
}

type Handler = (mandate: FakeMandate, exchange: Exchange) => void | Promise<void>;

/** Answers the operations of the mandate page from scripted scenarios. */
export class FakeMandates {
  private readonly mandates = new Map<string, FakeMandate>();
  private readonly opened = new Set<string>();
  private readonly keys = new FakeKeys();

  mandate(token: string): FakeMandate | undefined {
    return this.mandates.get(token);
  }

  /** True when the request was one of ours and has been answered. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const origin = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '/', origin);
    const scenario = url.searchParams.get('scenario');
    if (url.pathname === PAGE && scenario !== null) {
      response.writeHead(302, { location: this.open({ scenario, origin }) }).end();
      return true;
    }
    if (url.pathname.startsWith('/fake-bank/')) {
      this.bankPage(url, response);
      return true;
    }
    if (url.pathname === '/payments/jwks') {
      answer(response, this.keys.jwks());
      return true;
    }
    if (!url.pathname.startsWith('/mandates/')) return false;
    const exchange = { request, response, url, body: await jsonBody(request) };
    if (url.pathname === '/mandates/hosted/session') this.openSession(exchange);
    else await this.withMandate(exchange);
    return true;
  }

  /** The address of a page for a mandate of this scenario. */
  open({ scenario: name, origin, changes = {} }: OpenedScenario): string {
    const session = `${SESSION_PREFIX}${String(this.mandates.size + 1).padStart(6, '0')}`;
    const token = `${APP}.${session}.${name}`;
    const scenario = mandateScenarioNamed(name) ?? { mandate: {}, entry: 'invalid' };
    const bankOrigin = `${origin}/fake-bank/${token}`;
    const { keys } = this;
    this.mandates.set(token, new FakeMandate({ token, scenario, changes, keys, bankOrigin }));
    return `${origin}${PAGE}?token=${token}`;
  }

  private openSession({ response, body }: Exchange): void {
    const token = String(body['token']);
    const mandate = this.mandates.get(token);
    const entry = mandate?.parts.scenario.entry;
    if (entry === 'never_answers') return;
    if (entry === 'rate_limited') return refuse(response, 429, 'RATE_LIMITED');
    if (entry === 'broken') return refuse(response, 503, 'SERVICE_UNAVAILABLE');
    if (entry === 'offline' && !this.opened.has(token)) {
      this.opened.add(token);
      return breakOff(response);
    }
    const spent = this.opened.has(token) && entry !== 'offline';
    if (!mandate || entry === 'invalid' || spent) return refuse(response, 401, 'TOKEN_EXPIRED');
    this.opened.add(token);
    const { sessionSeconds: expires_in = SESSION_SECONDS } = mandate.parts.scenario;
    answer(response, { access_token: token, token_type: 'Bearer', expires_in });
  }

  private async withMandate(exchange: Exchange): Promise<void> {
    const { request, response, url } = exchange;
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const mandate = this.mandates.get(bearer);
    const handler = this.handlers[`${request.method} ${url.pathname.slice('/mandates'.length)}`];
    if (!mandate) return refuse(response, 401, 'UNAUTHORIZED');
    if (!handler) return refuse(response, 404, 'ROUTE_NOT_FOUND');
    await handler(mandate, exchange);
  }

  private readonly handlers: Readonly<Record<string, Handler>> = {
    'POST /hosted/session/extend': (mandate, { response }) => {
      const { token } = mandate.parts;
      answer(response, { access_token: token, token_type: 'Bearer', expires_in: SESSION_SECONDS });
    },
    'GET /hosted/view': (mandate, { response }) => {
      const { sessionEndsAfterViews = Number.POSITIVE_INFINITY } = mandate.parts.scenario;
      const view = mandate.view();
      if (mandate.views > sessionEndsAfterViews) refuse(response, 401, 'TOKEN_EXPIRED');
      else answer(response, view);
    },
    'GET /hosted/institutions': (mandate, { response, url }) => {
      if (mandate.parts.scenario.brokenSearch) return refuse(response, 503, 'SERVICE_UNAVAILABLE');
      const found = banksFor(url.searchParams.get('query') ?? '');
      const isOffered = mandate.view().institution_fixed ? isKnown : () => true;
      answer(response, { institutions: found.filter(isOffered) });
    },
    'POST /institution_selection': (mandate, { response, body }) => {
      const bank = BANKS.find(({ institution_id: id }) => id === body['institution_id']);
      const refusal = bank ? mandate.choose(bank) : 'INSTITUTION_NOT_FOUND';
      if (refusal) return refuse(response, 400, refusal);
      answer(response, { mandate_id: mandate.view().mandate_id });
    },
    'POST /auth': async (mandate, { response, body }) => {
      const fate = mandate.submissions === 0 ? mandate.parts.scenario.firstSubmission : undefined;
      if (fate === 'slow') await delay(SLOW_MS);
      const code = fate && REFUSED_AS[fate];
      if (fate === 'request_lost' || code) mandate.submissions += 1;
      if (fate === 'request_lost') return breakOff(response);
      if (code) return refuse(response, 400, code);
      const { items } = this.keys.open(body) as { items: [] };
      const refusal = mandate.submit(items);
      if (fate === 'answer_lost') return breakOff(response);
      if (refusal) return refuse(response, 400, refusal);
      const { mandate_id, status, auth_checklist } = mandate.view();
      const last_update = '2026-11-21T10:00:00Z';
      answer(response, { mandate_id, mandate_status: status, auth_checklist, last_update });
    },
    'POST /hosted/leave': (mandate, { response }) => {
      mandate.leave();
      answer(response, {});
    },
  };

  /** The bank's own page: of the same origin here, which is enough for what it is needed for. */
  private bankPage(url: URL, response: ServerResponse): void {
    const [, , token = ''] = url.pathname.split('/');
    const decision = url.searchParams.get('answer');
    if (decision === null) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BANK_PAGE);
      return;
    }
    this.mandates.get(token)?.bankDecides(decision === 'approve');
    response.writeHead(302, { location: `${url.origin}${PAGE}?from_bank=1` }).end();
  }
}

/** That of the account that pays. */
const isKnown = ({ institution_id: id }: Institution) => id === BANKS[0]?.institution_id;
