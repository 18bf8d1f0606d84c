import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LinkView } from '../../src/pages/link/api/link-view.js';
import type { MandateView } from '../../src/pages/mandate/api/mandate-view.js';
import type { HostedView } from '../../src/pages/pay/api/hosted-view.js';
import type { Institution } from '../../src/shared/api/page-types.js';
import { FakeApi, nameOf, type Operations } from './fake-api.js';
import { FakeGateway } from './fake-gateway.js';
import { FakePaymentLink } from './fake-link.js';
import { FakeAccountLink } from './link/fake-account-link.js';
import { linkOperations } from './link/link-operations.js';
import { type LinkScenario, LINK_SCENARIOS } from './link/link-scenarios.js';
import { BANKS, banksFor } from './mandate/fake-banks.js';
import { FakeKeys } from './mandate/fake-keys.js';
import { FakeMandate } from './mandate/fake-mandate.js';
import { type MandateScenario, MANDATE_SCENARIOS } from './mandate/mandate-scenarios.js';
import { paymentOperations } from './payment-operations.js';
import { jsonBody, Refusal, send } from './reply.js';
import { PAY_SCENARIOS, type Scenario } from './scenarios.js';

/** That of the account that pays. */
const isKnown = ({ institution_id: id }: Institution) => id === BANKS[0]?.institution_id;

const JWKS = new Set(['/jwks', '/payments/jwks']);
const BANK_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fake bank</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"></head>
  <body><main><h1>Fake bank</h1><p><a href="?answer=approve">Approve</a> <a href="?answer=refuse">Refuse</a></p>
  </main></body></html>`;

interface Origin {
  readonly origin: string;
}

const NO_FIELDS: Origin = { origin: 'http://fields.localhost' };
const SPENT = new Refusal(401, 'TOKEN_EXPIRED');

/** Everything that the hosted pages talk to, in memory: the operations, banks, the card gateway. */
export class FakeBackend {
  readonly gateway: FakeGateway;
  private readonly keys = new FakeKeys();
  private readonly fields: Origin;

  readonly pay = new FakeApi<HostedView, Scenario, FakePaymentLink>({
    page: '/hosted/pay',
    home: '/payment_links/hosted',
    prefix: '01K8Z3V5Q4M7N2R6T9W1',
    scenarios: PAY_SCENARIOS,
    refusal: new Refusal(400, 'PAYMENT_LINK_NOT_FOUND'),
    once: false,
    make: (made) => new FakePaymentLink(made, { gateway: this.gateway, fields: this.fields }),
    operations: paymentOperations((view, origin) => this.openDebit(view, origin)),
  });

  readonly mandate = new FakeApi<MandateView, MandateScenario, FakeMandate>({
    page: '/hosted/mandate',
    home: '/mandates/hosted',
    prefix: '01K8Z3V5Q4M7N2R6T9W2',
    scenarios: MANDATE_SCENARIOS,
    refusal: SPENT,
    once: true,
    make: (made) => new FakeMandate(made, this.keys),
    operations: mandateOperations(this.keys),
  });

  readonly link = new FakeApi<LinkView, LinkScenario, FakeAccountLink>({
    page: '/hosted/link',
    home: '/link/hosted',
    prefix: '01K8Z3V5Q4M7N2R6T9W3',
    scenarios: LINK_SCENARIOS,
    refusal: SPENT,
    once: true,
    make: (made) => new FakeAccountLink(made),
    operations: linkOperations(this.keys),
  });

  private readonly apis = [this.pay, this.mandate, this.link];

  constructor(
    pagesDir: string,
    { pageUrl, fields = NO_FIELDS }: { readonly pageUrl: () => string; readonly fields?: Origin },
  ) {
    this.fields = fields;
    this.gateway = new FakeGateway({
      pagesDir,
      returnUrl: (token) => {
        const challenged = this.pay.link(token)?.current().attempt?.attempt_id ?? '';
        return `${pageUrl()}?${String(new URLSearchParams({ token, challenged }))}`;
      },
      decided: (token, approved) => this.pay.link(token)?.decideChallenge(approved),
    });
  }

  /** True when the request was one of ours and has been answered. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const origin = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '/', origin);
    const scenario = url.searchParams.get('scenario');
    const opened = scenario !== null && this.apis.find(({ page }) => page === url.pathname);
    if (opened) {
      const token = opened.make({ scenario, origin, changes: {} });
      response.writeHead(302, { location: `${url.pathname}?token=${token}` }).end();
      return true;
    }
    if (url.pathname.startsWith('/fake-bank/')) this.bankPage(url, response);
    else if (JWKS.has(url.pathname)) send(response, this.keys.jwks());
    else return this.operation(url, { request, response });
    return true;
  }

  private async operation(
    url: URL,
    { request, response }: { request: IncomingMessage; response: ServerResponse },
  ): Promise<boolean> {
    const operation = `${request.method} ${url.pathname}`;
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const api = this.apis.find((each) => each.has(operation));
    if (!api) return false;
    send(response, await api.reply(operation, { url, bearer, body: await jsonBody(request) }));
    return true;
  }

  /** The mandate that pays a link once the payer has set it up. */
  private openDebit(view: HostedView, origin: string) {
    const { merchant, language, country, currency, description, live } = view;
    const token = this.mandate.make({
      scenario: 'success',
      origin,
      changes: {
        ...{ merchant, language, country, live, of_payment_link: true },
        recipient: { name: merchant.display_name },
        mandate_details: { currency, description },
      },
    });
    return { token, isGiven: () => this.mandate.link(token)?.isGiven === true };
  }

  /** The bank's own page: of the same origin here, which is enough for what it is needed for. */
  private bankPage({ pathname, origin, searchParams }: URL, response: ServerResponse): void {
    const [, , page, token = ''] = pathname.split('/');
    const decision = searchParams.get('answer');
    if (decision === null) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BANK_PAGE);
      return;
    }
    const isLink = page === 'link';
    (isLink ? this.link : this.mandate).link(token)?.bankDecides(decision === 'approve');
    const back = isLink ? `/hosted/link?link=${nameOf(token)}&` : '/hosted/mandate?';
    response.writeHead(302, { location: `${origin}${back}from_bank=1` }).end();
  }
}

function mandateOperations(keys: FakeKeys): Operations<FakeMandate> {
  return {
    'GET /mandates/hosted/institutions': (mandate, { url }) => {
      if (mandate.scenario.brokenSearch) return new Refusal(503, 'SERVICE_UNAVAILABLE');
      const found = banksFor(url.searchParams.get('query') ?? '');
      return { institutions: mandate.current().institution_fixed ? found.filter(isKnown) : found };
    },
    'POST /mandates/institution_selection': (mandate, { body }) => {
      const bank = BANKS.find(({ institution_id: id }) => id === body['institution_id']);
      const refusal = bank ? mandate.choose(bank) : 'INSTITUTION_NOT_FOUND';
      return refusal ? new Refusal(400, refusal) : { mandate_id: mandate.current().mandate_id };
    },
    'POST /mandates/auth': (mandate, { body }) =>
      mandate.submission(() => {
        const { items } = keys.open(body) as { items: [] };
        const refusal = mandate.submit(items);
        if (refusal) return new Refusal(400, refusal);
        const { mandate_id, status, auth_checklist } = mandate.view();
        const last_update = '2026-11-21T10:00:00Z';
        return { mandate_id, mandate_status: status, auth_checklist, last_update };
      }),
    'POST /mandates/hosted/leave': (mandate) => {
      mandate.leave();
      return {};
    },
  };
}
