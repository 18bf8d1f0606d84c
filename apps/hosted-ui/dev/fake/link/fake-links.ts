import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { NameSearch } from '@towpath/kernel';
import { CREDENTIALS } from '../../../src/pages/link/fakes.js';
import type { LinkInstitution, LinkView } from '../../../src/pages/link/api/link-view.js';
import { answer, breakOff, jsonBody, refuse } from '../answers.js';
import { BANKS } from '../mandate/fake-banks.js';
import { FakeKeys } from '../mandate/fake-keys.js';
import { FakeLink } from './fake-link.js';
import { linkScenarioNamed } from './link-scenarios.js';

const PAGE = '/hosted/link';
const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AA';
const SESSION_PREFIX = '01K8Z3V5Q4M7N2R6T9W3';
const SESSION_SECONDS = 1_800;
const SLOW_MS = 1_500;
const BANK_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fake bank</title></head>
  <body><main><h1>Fake bank</h1><p><a href="?answer=approve">Approve</a> <a href="?answer=refuse">Refuse</a></p>
  </main></body></html>`;

/** The banks of the mandate page, as the link API tells of them. */
const INSTITUTIONS: readonly (LinkInstitution & { readonly type: string })[] = BANKS.map(
  (bank) => ({
    institution_id: bank.institution_id,
    institution_name: bank.name,
    portal_name: bank.portal_name ?? null,
    user_type: [bank.user_type],
    color: bank.color ?? null,
    login_methods: bank.redirect
      ? [{ id: 'oauth', name: 'OAUTH', login_fields: [] }]
      : [CREDENTIALS],
    type: bank.institution_id.startsWith('testbank') ? 'TEST' : 'BANK',
  }),
);
const search = new NameSearch(INSTITUTIONS, ({ institution_name: name }) => [name]);

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
  readonly changes?: Partial<LinkView>;
}

/** Answers the operations of the link page from scripted scenarios. */
export class FakeLinks {
  private readonly links = new Map<string, FakeLink>();
  private readonly opened = new Set<string>();
  private readonly keys = new FakeKeys();

  link(token: string): FakeLink | undefined {
    return this.links.get(token);
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
    if (url.pathname.startsWith('/fake-link-bank/')) {
      this.bankPage(url, response);
      return true;
    }
    if (url.pathname === '/jwks') {
      answer(response, this.keys.jwks());
      return true;
    }
    if (!url.pathname.startsWith('/link/hosted/')) return false;
    await this.operation({ request, response, url, body: await jsonBody(request) });
    return true;
  }

  /** The address of a page for a link of this scenario. */
  open({ scenario: name, origin, changes = {} }: OpenedScenario): string {
    const session = `${SESSION_PREFIX}${String(this.links.size + 1).padStart(6, '0')}`;
    const token = `${APP}.${session}.${name}`;
    const scenario = linkScenarioNamed(name) ?? { link: {}, entry: 'invalid' };
    this.links.set(token, new FakeLink({ token, scenario, changes }));
    return `${origin}${PAGE}?token=${token}`;
  }

  private async operation(exchange: Exchange): Promise<void> {
    const { request, response, url } = exchange;
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const link = this.links.get(token);
    const name = url.pathname.slice('/link/hosted/'.length);
    if (name === 'session') return this.openSession(token, response);
    if (!link) return refuse(response, 401, 'UNAUTHORIZED');
    switch (name) {
      case 'session/extend':
        return answer(response, grant(token, SESSION_SECONDS));
      case 'view':
        return answer(response, link.look());
      case 'institutions':
        return this.institutions(link, exchange);
      case 'consent': {
        const bank = bankNamed(url.searchParams.get('institution_id'));
        return bank ? answer(response, link.offer(bank)) : refuse(response, 400, 'NO');
      }
      case 'login':
        return this.login(link, exchange);
      case 'action':
        return answer(response, link.answer(this.opens(exchange.body['encrypted_credentials'])));
      case 'result':
        return answer(response, link.result('success'));
      case 'leave':
        return answer(
          response,
          link.result(link.parts.scenario.acceptsMeanwhile ? 'success' : 'close'),
        );
      default:
        return refuse(response, 404, 'ROUTE_NOT_FOUND');
    }
  }

  private openSession(token: string, response: ServerResponse): void {
    const link = this.links.get(token);
    const entry = link?.parts.scenario.entry;
    if (entry === 'never_answers') return;
    if (entry === 'rate_limited') return refuse(response, 429, 'RATE_LIMITED');
    if (entry === 'broken') return refuse(response, 503, 'SERVICE_UNAVAILABLE');
    const isSpent = this.opened.has(token);
    this.opened.add(token);
    if (entry === 'offline' && !isSpent) return breakOff(response);
    if (!link || entry === 'invalid' || (isSpent && entry !== 'offline')) {
      return refuse(response, 401, 'TOKEN_EXPIRED');
    }
    answer(response, grant(token, link.parts.scenario.sessionSeconds ?? SESSION_SECONDS));
  }

  private institutions(link: FakeLink, { response, url }: Exchange): void {
    if (link.parts.scenario.brokenSearch) return refuse(response, 503, 'SERVICE_UNAVAILABLE');
    const query = url.searchParams.get('query') ?? '';
    const type = url.searchParams.get('institution_type');
    const found = query === '' ? INSTITUTIONS : search.find(query);
    answer(response, { institutions: found.filter((bank) => type === null || bank.type === type) });
  }

  private async login(link: FakeLink, { response, body }: Exchange): Promise<void> {
    const { firstLogin } = link.parts.scenario;
    const fate = link.logins === 0 ? firstLogin : undefined;
    if (fate === 'slow') await delay(SLOW_MS);
    if (fate === 'server' || fate === 'text_changed') link.logins += 1;
    if (fate === 'server') return refuse(response, 503, 'SERVICE_UNAVAILABLE');
    if (fate === 'text_changed') return refuse(response, 400, 'CONSENT_TEXT_CHANGED');
    const bank = bankNamed(body['institution_id']);
    if (!bank || bank.institution_id === 'jade-orchard') {
      return refuse(response, 400, 'INSTITUTION_NOT_CONNECTED');
    }
    const sealed = body['encrypted_credentials'];
    answer(response, link.login(bank, sealed ? this.opens(sealed) : null));
  }

  private opens(sealed: unknown): Record<string, string> {
    const parts = sealed as Record<string, string>;
    return this.keys.open({
      key_id: parts['keyId'],
      envelope_encryption_key: parts['envelopeEncryptionKey'],
      initialization_vector: parts['initializationVector'],
      message_authentication_code: parts['messageAuthenticationCode'],
      ciphertext: parts['ciphertext'],
    }) as Record<string, string>;
  }

  /** The bank's own page: of the same origin here, which is enough for what it is needed for. */
  private bankPage(url: URL, response: ServerResponse): void {
    const [, , token = ''] = url.pathname.split('/');
    const decision = url.searchParams.get('answer');
    if (decision === null) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BANK_PAGE);
      return;
    }
    this.links.get(token)?.bankDecides(decision === 'approve');
    const link = nameOf(token);
    response.writeHead(302, { location: `${url.origin}${PAGE}?link=${link}&from_bank=1` }).end();
  }
}

const nameOf = (token: string) => token.split('.').slice(0, 2).join('.');

function grant(token: string, expires_in: number): object {
  return { access_token: token, token_type: 'Bearer', expires_in, link: nameOf(token) };
}

function bankNamed(id: unknown): LinkInstitution | undefined {
  return INSTITUTIONS.find(({ institution_id }) => institution_id === id);
}
