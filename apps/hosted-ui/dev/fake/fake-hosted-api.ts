import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CardToken, HostedView } from '../../src/pages/pay/api/hosted-view.js';
import { languageFor } from '../../src/shared/i18n/languages.js';
import type { FakeMandates } from './mandate/fake-mandates.js';
import { FakeLink, usedCard } from './fake-link.js';
import type { Scenario, SubmitOutcome } from './scenarios.js';
import { scenarioNamed } from './scenarios.js';

const BASE = '/payment_links/hosted';
const PAGE = '/hosted/pay';
const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AA';
const LINK_PREFIX = '01K8Z3V5Q4M7N2R6T9W1';
const SESSION_SECONDS = 1_800;
const RETRY_AFTER_SECONDS = 120;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Record<string, unknown>;
}

/** What a payment link works with, besides its own service. */
interface Beside {
  readonly gatewayOrigin: () => string;
  readonly mandates: FakeMandates;
}

type Handler = (link: FakeLink, exchange: Exchange) => void | Promise<void>;

/** Answers the hosted page API from scripted scenarios; the link's token names its scenario. */
export class FakeHostedApi {
  private readonly links = new Map<string, FakeLink>();
  private opened = 0;

  constructor(private readonly beside: Beside) {}

  link(token: string): FakeLink | undefined {
    return this.links.get(token);
  }

  /** True when the request was one of ours and has been answered. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', 'http://page.invalid');
    const scenario = url.searchParams.get('scenario');
    if (url.pathname === PAGE && scenario !== null) {
      response.writeHead(302, { location: `${PAGE}?token=${this.newLink(scenario)}` }).end();
      return true;
    }
    if (!url.pathname.startsWith(`${BASE}/`)) return false;
    const exchange = { request, response, body: await jsonBody(request) };
    const operation = `${request.method} ${url.pathname.slice(BASE.length)}`;
    if (operation === 'POST /session') this.openSession(exchange);
    else await this.withLink(operation, exchange);
    return true;
  }

  /** Makes a link for a scenario and returns its token; what the scenario says of it counts. */
  newLink(scenarioName: string, changes: Partial<HostedView> = {}): string {
    this.opened += 1;
    const link = `${LINK_PREFIX}${String(this.opened).padStart(6, '0')}`;
    const token = `${APP}.${link}.${scenarioName}`;
    const scenario = scenarioNamed(scenarioName) ?? scenarioNamed('invalid');
    if (scenario)
      this.links.set(
        token,
        new FakeLink({ token, scenario, changes, gatewayOrigin: this.beside.gatewayOrigin() }),
      );
    return token;
  }

  private openSession({ response, body }: Exchange): void {
    const link = this.links.get(String(body['token']));
    const entry = link?.scenario.entry;
    if (entry === 'never_answers') return;
    if (entry === 'rate_limited') return refuse(response, 429, 'RATE_LIMITED');
    if (entry === 'broken') return refuse(response, 503, 'SERVICE_UNAVAILABLE');
    if (!link || entry === 'invalid') return refuse(response, 400, 'PAYMENT_LINK_NOT_FOUND');
    answer(response, {
      access_token: link.token,
      token_type: 'Bearer',
      expires_in: link.scenario.sessionSeconds ?? SESSION_SECONDS,
    });
  }

  private async withLink(operation: string, exchange: Exchange): Promise<void> {
    const bearer = exchange.request.headers.authorization?.replace('Bearer ', '') ?? '';
    const link = this.links.get(bearer);
    const handler = this.handlers[operation];
    if (!link) return refuse(exchange.response, 401, 'UNAUTHORIZED');
    if (!handler) return refuse(exchange.response, 404, 'ROUTE_NOT_FOUND');
    await handler(link, exchange);
  }

  /** The token of the mandate that pays the link once the payer has set it up. */
  private openDebit(link: FakeLink, origin: string): string {
    const { merchant, language, country, currency, description, live } = link.current();
    const { mandates } = this.beside;
    const url = mandates.open({
      scenario: 'success',
      origin,
      changes: {
        ...{ merchant, language, country: country ?? null, live, of_payment_link: true },
        recipient: { name: merchant.display_name },
        mandate_details: { currency, description: description ?? null, transaction_limits: null },
      },
    });
    const token = new URL(url).searchParams.get('token') ?? '';
    link.waitForDebit(() => mandates.mandate(token)?.isGiven === true);
    return token;
  }

  private readonly handlers: Readonly<Record<string, Handler>> = {
    'POST /session/extend': (link, { response }) => {
      const { extension } = link.scenario;
      if (extension === 'lost') return breakOff(response);
      if (extension === 'refused') return refuse(response, 401, 'TOKEN_EXPIRED');
      answer(response, {
        access_token: link.token,
        token_type: 'Bearer',
        expires_in: SESSION_SECONDS,
      });
    },
    'GET /view': (link, { response }) => showLink(link, response),
    'GET /available_payment_methods': (link, { response }) =>
      answer(response, { available_payment_methods: methodsOf(link) }),
    'POST /select_payment_method': (link, { response, request, body }) => {
      link.chosen = body;
      const attempt_id = link.select();
      if (!attempt_id) return refuse(response, 400, 'INVALID_PAYMENT_LINK_STATUS');
      if (body['payment_method_type'] === 'MANDATE' && !body['payment_method_id']) {
        const origin = `http://${request.headers.host}`;
        return answer(response, { attempt_id, mandate_token: this.openDebit(link, origin) });
      }
      const page = link.scenario.silentCardFields ? 'silent' : 'card-fields';
      const origin = encodeURIComponent(`http://${request.headers.host}`);
      const lang = languageFor(link.current());
      const query = `session=${attempt_id}&origin=${origin}&lang=${lang}`;
      answer(response, {
        attempt_id,
        surcharge_amount: link.scenario.surcharge,
        card_fields_url: `${this.beside.gatewayOrigin()}/${page}?${query}`,
      });
    },
    'POST /submit_payment_method': (link, { response, body }) => {
      const used =
        link.chosen.payment_method_id === SAVED_DEBIT.payment_method_id ? DEBIT : SAVED_CARD;
      const outcome = link.submit(String(body['attempt_id']), used);
      answerSubmit(link, outcome, response);
    },
    'POST /autopay_enrollment': (link, { response }) => {
      link.answerAutopay();
      answer(response, link.current());
    },
    'POST /submit_card': async (link, { response, body }) => {
      const { slowSubmitMs } = link.scenario;
      const outcome = link.submit(String(body['attempt_id']), usedCard(body['card'] as CardToken));
      if (slowSubmitMs) await delay(slowSubmitMs);
      answerSubmit(link, outcome, response);
    },
  };
}

const CARD = {
  payment_method_type: 'CARD',
  recurring: true,
  payment_account_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AC',
  payment_method_subtype: 'CARD_GENERIC',
  payment_methods_list: ['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'UNIONPAY'],
};

const SAVED = {
  ...CARD,
  payment_method_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AD',
  card: { brand: 'Visa', last4: '4242', expiry_month: 12, expiry_year: 2034 },
};

const SAVED_DEBIT = {
  payment_method_type: 'MANDATE',
  recurring: true,
  payment_account_id: CARD.payment_account_id,
  payment_method_subtype: 'MANDATE_GENERIC',
  payment_method_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AE',
  sender_account: { account_number_masked: '****8833', institution_name: 'Victoria Harbour Bank' },
};

/** What an attempt with a saved one tells. */
const SAVED_CARD = usedCard(SAVED.card);
const DEBIT = {
  payment_method_type: 'MANDATE',
  sender_account: SAVED_DEBIT.sender_account,
};

const NEW_DEBIT = {
  payment_method_type: 'MANDATE',
  recurring: true,
  payment_account_id: CARD.payment_account_id,
  payment_method_subtype: 'MANDATE_GENERIC',
};

const WALLET = {
  payment_method_type: 'WALLET',
  recurring: false,
  payment_account_id: CARD.payment_account_id,
  payment_method_subtype: 'WALLET_GENERIC',
};

function methodsOf({ scenario, savedHasEnded }: FakeLink): object[] {
  const { noMethods, methods = ['card'], surcharge: surcharge_amount }: Scenario = scenario;
  if (noMethods) return [];
  const known = {
    saved: SAVED,
    saved_debit: SAVED_DEBIT,
    card: CARD,
    wallet: WALLET,
    debit: NEW_DEBIT,
  };
  const left = methods.filter((name) => !(savedHasEnded && name === 'saved_debit'));
  return left.map((name) => ({ ...known[name], surcharge_amount }));
}

function showLink(link: FakeLink, response: ServerResponse): void {
  const { brokenViews = 0, sessionEndsAfterViews = Number.POSITIVE_INFINITY } = link.scenario;
  const view = link.view();
  if (link.views <= brokenViews) breakOff(response);
  else if (link.views > sessionEndsAfterViews) refuse(response, 401, 'TOKEN_EXPIRED');
  else answer(response, view);
}

function answerSubmit(link: FakeLink, outcome: SubmitOutcome, response: ServerResponse): void {
  if (outcome === 'answer_lost' || outcome === 'request_lost') return breakOff(response);
  if (outcome === 'rate_limited' || outcome === 'used_up')
    return refuse(response, 429, 'RATE_LIMITED');
  if (outcome === 'method_ended') return refuse(response, 400, 'INVALID_PAYMENT_METHOD_STATUS');
  if (outcome === 'link_gone') return refuse(response, 400, 'INVALID_PAYMENT_LINK_STATUS');
  answer(response, link.current());
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** In mid-answer: a connection that breaks earlier is silently tried again by the browser itself. */
function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{', () => response.destroy());
}

function refuse(response: ServerResponse, status: number, error_code: string): void {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  response.writeHead(status, headers);
  response.end(JSON.stringify({ error: { type: 'API_ERROR', error_code, message: error_code } }));
}

async function jsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
