import type {
  ConsoleFindResponse,
  ConsoleParkedMessagesResponse,
  ConsoleResourceResponse,
} from '@towpath/contracts/operator';
import { eventually } from '@towpath/testing';
import type { ConsoleBrowser } from './console-browser.fixture.js';
import { startConsole, type RunningConsole } from './console.fixture.js';
import { OperatorPeer } from './operator-peer.fixture.js';

const APP = '01JZ0000000000000000000APP';
const ID = '01JQ00000000000000000PAYME';
const ACCOUNTS = {
  vera: { name: 'Vera', roles: ['viewer'], apps: [APP] },
  ada: { name: 'Ada', roles: ['admin'], apps: '*' },
};
const REFUSAL = (code: string) => ({ error: { error_code: code, details: 'no' } });

let running: RunningConsole;
let payments: OperatorPeer;
let disputes: OperatorPeer;
let vera: ConsoleBrowser;
let ada: ConsoleBrowser;
beforeAll(async () => {
  [payments, disputes] = [await OperatorPeer.start(), await OperatorPeer.start()];
  running = await startConsole(ACCOUNTS, {
    settings: {
      CONSOLE_APPS_CLAIM: 'apps',
      PAYMENT_LINK_INTERNAL_URL: payments.url,
      DISPUTE_INTERNAL_URL: disputes.url,
    },
  });
  vera = await running.loggedIn('vera');
  ada = await running.loggedIn('ada');
});
afterAll(async () => {
  await running.stop();
  await Promise.all([payments.stop(), disputes.stop()]);
});

/** These are down in this file. */
const DOWN = ['mandate', 'account-data', 'webhook-dispatch'];
const get = async <T>(browser: ConsoleBrowser, path: string) => {
  const answer = await browser.ask(path);
  return { status: answer.status, answer, body: (await answer.json()) as T };
};
const found = (kind: string, id: string, created_at: string) => ({
  kind,
  customer_app_id: APP,
  id,
  created_at,
  found_by: 'reference',
});

describe('a call in the name of an operator', () => {
  it('has a token of its own: for one service, for a minute, with the claim', async () => {
    payments.answer(() => ({ body: { resources: [] } }));
    await get(vera, '/console/api/resources/payment');
    const claims = await payments.verified(running.gateway.internalUrl);
    expect(claims).toMatchObject({
      sub: 'gateway',
      aud: 'payment-link',
      token_use: 'service',
      operator: {
        subject: `oidc:${running.provider.issuer}#vera`,
        role: 'viewer',
        apps: [APP],
        session: expect.stringMatching(/^[0-9A-Z]{26}$/),
        purpose: 'find',
      },
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60);
  });

  it('is made for every service and call anew', async () => {
    const answer = () => ({ body: { results: [], parked_messages: [] } });
    payments.answer(answer);
    disputes.answer(answer);
    await get(ada, '/console/api/find?q=order-1');
    await get(ada, '/console/api/find?q=order-1');
    const tokens = [...payments.asked, ...disputes.asked].map(({ claims }) => claims);
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(4);
    expect(new Set(tokens.map(({ aud }) => aud))).toEqual(new Set(['payment-link', 'dispute']));
    expect(tokens[0]).toMatchObject({ operator: { apps: '*', role: 'admin' } });
  });
});

describe('a search', () => {
  it('asks every service for each meaning, and names those that do not answer', async () => {
    payments.answer(({ query }) => ({
      body: {
        parked_messages: [],
        results:
          query['by'] === 'amount'
            ? [found('payment', 'P1', '2026-01-01T00:00:00.000Z')]
            : [
                found('payment', 'P1', '2026-01-01T00:00:00.000Z'),
                found('payment', 'P2', '2026-02-01T00:00:00.000Z'),
              ],
      },
    }));
    disputes.answer(() => ({
      body: {
        results: [found('dispute', 'D', '2026-03-01T00:00:00Z')],
        parked_messages: [],
      },
    }));
    const { body, answer } = await get<ConsoleFindResponse>(vera, '/console/api/find?q=HKD%20125');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(body.results.map(({ id }) => id)).toEqual(['P2', 'P1', 'D']);
    expect(body.tried.map(({ by }) => by)).toEqual(['amount', 'reference']);
    expect(new Set(body.unanswered)).toEqual(new Set(DOWN));
    expect(payments.asked[0]).toMatchObject({
      path: '/operator/find',
      query: { by: 'amount', amount: '12500', currency: 'HKD' },
    });
  });

  it('finds a customer app by its ID and by that of its client, and parked messages', async () => {
    const parked = { parked_message_id: ID, service: 'payment-link' };
    payments.answer(({ query }) => ({
      body: { results: [], parked_messages: query['by'] === 'id' ? [parked] : [] },
    }));
    disputes.answer(() => ({ body: { results: [], parked_messages: [] } }));
    const { app } = await running.gateway.createApp();
    for (const id of [app.id, app.clientId]) {
      const { body } = await get<ConsoleFindResponse>(ada, `/console/api/find?q=${id}`);
      expect(body.apps.map(({ customer_app_id: found }) => found)).toEqual([app.id]);
      expect(body.parked_messages).toEqual([parked]);
    }
    const { body } = await get<ConsoleFindResponse>(vera, `/console/api/find?q=${app.id}`);
    expect(body.apps).toEqual([]);
  });

  it('waits no longer than 2 s for a service', async () => {
    payments.answer(() => ({ body: { results: [], parked_messages: [] } }));
    disputes.answer(() => undefined);
    const { body } = await get<ConsoleFindResponse>(vera, '/console/api/find?q=x');
    expect(body.unanswered).toContain('dispute');
    expect(body.unanswered).not.toContain('payment-link');
  });

  it('needs a text', async () => {
    expect((await get(vera, '/console/api/find')).status).toBe(400);
  });
});

describe('a list', () => {
  it('comes from the owner, with filters and cursor', async () => {
    const page = { resources: [], next_cursor: 'next' };
    payments.answer(() => ({ body: page }));
    const query = 'limit=100&statuses=EXECUTED,FAILED&currency=HKD&date_from=2026-01-01';
    const { body } = await get(vera, `/console/api/resources/payment?${query}`);
    expect(body).toEqual(page);
    expect(payments.asked[0]).toMatchObject({
      path: '/operator/resources/payment',
      query: {
        limit: '100',
        statuses: 'EXECUTED,FAILED',
        currency: 'HKD',
        date_from: '2026-01-01',
      },
    });
  });

  it.each([
    ['/console/api/resources/payment?limit=101', 400],
    ['/console/api/parked-messages?limit=101', 400],
    ['/console/api/resources/secret', 404],
    ['/console/api/resources/constructor', 404],
  ])('%s is refused and asks nobody', async (path, status) => {
    payments.answer(() => ({ body: {} }));
    expect((await get(vera, path)).status).toBe(status);
    expect(payments.asked).toEqual([]);
  });

  it('of audit entries that is too long is refused', async () => {
    const path = '/console/api/audit-entries/payment-link?limit=101';
    expect((await get(ada, path)).status).toBe(400);
  });
});

describe('a resource', () => {
  const path = `/console/api/resources/payment/${APP}/${ID}`;
  const resource = {
    kind: 'payment',
    customer_app_id: APP,
    id: ID,
    body: { amount: 1 },
    masked: [],
    related: [],
  };
  const entry = (at: string, service: string) => ({ at, entry: 'STATE', service, title: at });

  it('has the stories of all services in the order of time', async () => {
    payments.answer(({ path: asked }) => ({
      body: asked.startsWith('/operator/stories/')
        ? {
            entries: [
              entry('2026-01-01T00:00:00.000Z', 'payment-link'),
              entry('2026-01-03T00:00:00.000Z', 'payment-link'),
            ],
            is_cut: false,
          }
        : resource,
    }));
    disputes.answer(() => ({
      body: { entries: [entry('2026-01-02T00:00:00.000Z', 'dispute')], is_cut: true },
    }));
    const { body } = await get<ConsoleResourceResponse>(vera, path);
    expect(body).toMatchObject({ ...resource, is_cut: true });
    expect(body.story.map(({ service }) => service)).toEqual([
      'payment-link',
      'dispute',
      'payment-link',
    ]);
    expect(new Set(body.unanswered)).toEqual(new Set(DOWN));
  });

  it.each([
    ['PAYMENT_NOT_FOUND', 400],
    ['ROUTE_NOT_FOUND', 404],
    ['INSUFFICIENT_SCOPE', 403],
    ['INVALID_REQUEST', 400],
  ])('that its owner refuses with %s is refused so', async (code, status) => {
    payments.answer(() => ({ status, body: REFUSAL(code) }));
    disputes.answer(() => ({ body: { entries: [], is_cut: false } }));
    const answer = await get<{ error: { error_code: string } }>(vera, path);
    expect([answer.status, answer.body.error.error_code]).toEqual([status, code]);
  });

  it('whose ID has a character that no text may have is refused before any service is asked', async () => {
    const asked = payments.asked.length;
    expect((await get(vera, `/console/api/resources/payment/${APP}/%00`)).status).toBe(400);
    expect(payments.asked).toHaveLength(asked);
  });

  it('is not there while its owner is away, and is when it is back', async () => {
    payments.answer(() => ({ status: 503, body: REFUSAL('SERVICE_UNAVAILABLE') }));
    expect((await get(vera, path)).status).toBe(503);
    payments.answer(({ path: asked }) => ({
      body: asked.startsWith('/operator/stories/') ? { entries: [], is_cut: false } : resource,
    }));
    // The gateway leaves a service alone for a while that failed several times.
    await eventually(async () => {
      const { status, body } = await get<ConsoleResourceResponse>(vera, path);
      return status === 200 && !body.unanswered.includes('payment-link');
    });
  });
});

describe('figures and parked messages', () => {
  it('are those of all services together', async () => {
    const figure = (value: number) => ({
      figures: [{ figure: 'PARKED_MESSAGES', unit: 'count', rows: [{ labels: {}, value }] }],
    });
    payments.answer(() => ({ body: figure(1) }));
    disputes.answer(() => ({ body: figure(2) }));
    const { body } = await get<{ figures: { figure: string; rows: { value: number }[] }[] }>(
      vera,
      '/console/api/figures',
    );
    const parked = body.figures.filter((each) => each.figure === 'PARKED_MESSAGES');
    expect(parked).toHaveLength(1);
    expect(parked[0]?.rows.map(({ value }) => value).slice(0, 2)).toEqual([1, 2]);
  });

  it('of one name but another unit stay apart', async () => {
    const row = (value: number) => [{ labels: { gateway: 'GW1' }, value }];
    const figure = 'SUCCESS_RATE';
    const counts = { figure, unit: 'count', metric: 'state_machine_moves_total', rows: row(9) };
    payments.answer(() => ({
      body: { figures: [{ figure, unit: 'rate', rows: row(0.5) }, counts] },
    }));
    disputes.answer(() => ({ body: { figures: [] } }));
    const { body } = await get<{ figures: { figure: string }[] }>(vera, '/console/api/figures');
    expect(body.figures.filter((each) => each.figure === figure)).toEqual([
      { figure, unit: 'rate', rows: row(0.5) },
      counts,
    ]);
  });

  it('are oldest first, and no more than were asked for', async () => {
    const message = (parked_at: string) => ({ parked_message_id: parked_at, parked_at });
    payments.answer(() => ({ body: { parked_messages: [message('3'), message('4')] } }));
    disputes.answer(() => ({ body: { parked_messages: [message('1')] } }));
    const { body } = await get<ConsoleParkedMessagesResponse>(
      vera,
      '/console/api/parked-messages?limit=2',
    );
    expect(body.parked_messages.map(({ parked_at }) => parked_at)).toEqual(['1', '3']);
  });
});

describe('what only an administrator may do', () => {
  const unmask = {
    kind: 'payment',
    customer_app_id: APP,
    id: ID,
    member: 'email',
    reason: 'ticket 4711',
  };

  it('shows a masked member for a reason', async () => {
    payments.answer(() => ({ body: { member: 'email', value: '"a@b.example"' } }));
    const answer = await ada.write('/console/api/unmask', { body: unmask });
    expect(await answer.json()).toEqual({ member: 'email', value: '"a@b.example"' });
    expect(JSON.parse(payments.asked[0]?.body ?? '')).toEqual(unmask);
    expect(payments.asked[0]?.claims).toMatchObject({ operator: { purpose: 'see' } });
  });

  it('needs a reason', async () => {
    const body = { ...unmask, reason: '' };
    expect((await ada.write('/console/api/unmask', { body })).status).toBe(400);
  });

  it('is refused to a viewer, and asks nobody', async () => {
    payments.answer(() => ({ body: {} }));
    expect((await vera.write('/console/api/unmask', { body: unmask })).status).toBe(403);
    for (const service of ['payment-link', 'gateway']) {
      expect((await get(vera, `/console/api/audit-entries/${service}`)).status).toBe(403);
    }
    expect(payments.asked).toEqual([]);
  });

  it('reads the audit of a service, and that of the gateway', async () => {
    payments.answer(() => ({ body: { entries: [] } }));
    const path = '/console/api/audit-entries';
    expect((await get(ada, `${path}/payment-link?subject=x`)).body).toEqual({ entries: [] });
    expect(payments.asked[0]).toMatchObject({ query: { subject: 'x' } });
    expect((await get(ada, `${path}/gateway`)).status).toBe(200);
    expect((await get(ada, `${path}/sandbox`)).status).toBe(404);
  });
});

describe('every route of the console', () => {
  const OPEN = ['/console/api/login', '/console/login', '/console/callback'];

  it('but those of the login needs a session', async () => {
    const paths = [
      '/console/api/session',
      '/console/api/find?q=x',
      '/console/api/resources/payment',
      `/console/api/resources/payment/${APP}/${ID}`,
      '/console/api/figures',
      '/console/api/parked-messages',
      '/console/api/audit-entries/gateway',
    ];
    for (const path of paths) {
      const { status } = await fetch(running.origin + path);
      expect([path, status]).toEqual([path, 401]);
    }
    for (const path of OPEN) {
      const { status } = await fetch(running.origin + path, { redirect: 'manual' });
      expect([path, status === 401]).toEqual([path, false]);
    }
  });
});
