import type { ConsoleActionResponse } from '@towpath/contracts/operator';
import type { ConsoleBrowser } from './console-browser.fixture.js';
import { SESSION_COOKIE } from './console.fixture.js';
import {
  APP,
  OTHER_APP,
  PAYMENT,
  refund,
  startActingConsole,
  type ActingConsole,
} from './console-actions.fixture.js';

let system: ActingConsole;
let otto: ConsoleBrowser;
beforeAll(async () => {
  system = await startActingConsole();
  otto = await system.fresh('otto');
});
afterAll(() => system?.stop());
beforeEach(() => {
  system.payments.begin();
  system.webhookPeer.answer(() => ({ body: { effects: [] } }));
});

const ACTIONS = '/console/api/actions';
const act = async (browser: ConsoleBrowser, body: object) => {
  const answer = await browser.write(ACTIONS, { body });
  type Refusal = { readonly error: { readonly error_code: string; readonly details: string } };
  return { status: answer.status, body: (await answer.json()) as ConsoleActionResponse & Refusal };
};

describe('a preview', () => {
  it('comes from the owner of what it is about, with the claim of the operator', async () => {
    const asked = { action: 'refund_payment', customer_app_id: APP, id: PAYMENT, amount: 5_000 };
    const answer = await otto.write(`${ACTIONS}/preview`, { body: asked });
    expect(await answer.json()).toMatchObject({ is_possible: true, seen: 'EXECUTED 3' });
    const [request] = system.paymentPeer.asked;
    expect(request).toMatchObject({ method: 'POST', path: '/operator/actions/preview' });
    expect(JSON.parse(request?.body ?? '')).toEqual(asked);
    expect(request?.claims['operator']).toMatchObject({
      ...{ subject: system.subject('otto'), purpose: 'act', apps: '*', role: 'operator' },
    });
  });

  it('of a message that was set aside is for the service that the request names', async () => {
    const message = { action: 'replay_message', id: 'M1' };
    const preview = (service: object) =>
      otto.write(`${ACTIONS}/preview`, { body: { ...message, ...service } });
    expect((await preview({ service: 'webhook-dispatch' })).status).toBe(200);
    expect(system.webhookPeer.asked.map(({ body }) => JSON.parse(body) as object)).toEqual([
      message,
    ]);
    expect((await preview({})).status).toBe(400);
    expect((await preview({ service: 'sandbox' })).status).toBe(400);
    // The gateway does not call itself.
    expect((await preview({ service: 'gateway' })).status).toBeLessThan(500);
    expect(system.paymentPeer.asked).toEqual([]);
    const other = { ...refund(), service: 'webhook-dispatch' };
    expect((await act(otto, other)).status).toBe(400);
  });
});

describe('an action', () => {
  it('is done once by its service, however often it is asked for', async () => {
    const body = refund();
    const answers = [await act(otto, body), await act(otto, body)];
    expect(answers.map((each) => each.body)).toEqual([
      { done: { effects: ['Refunded 5000.'] } },
      { done: { effects: ['Refunded 5000.'] } },
    ]);
    expect(system.payments.done.size).toBe(1);
    const [{ operator, body: sent } = {}] = system.payments.performed;
    expect(sent).toEqual(body);
    expect(operator).toMatchObject({ purpose: 'act', authenticated_at: expect.any(Number) });
    expect(operator).not.toHaveProperty('proposed_by');
    // It stands in the audit of its service.
    expect(await system.audit()).toEqual([]);
  });

  it.each([
    ['without a reason', { reason: '' }, 400],
    ['for a reason of blanks', { reason: ' '.repeat(5) }, 400],
    ['for a reason of four letters between blanks', { reason: ' paid ' }, 400],
    ['without what was seen', { seen: '' }, 400],
    ['without an ID of its own', { action_id: undefined }, 400],
    ['that there is not', { action: 'drop_tables' }, 400],
    ['on what has changed since', { seen: 'EXECUTED 2' }, 400],
  ])('%s is refused', async (_what, changes, status) => {
    expect((await act(otto, refund(changes))).status).toBe(status);
    expect(system.payments.done.size).toBe(0);
  });

  it('that its service refuses is refused so', async () => {
    system.payments.refusal = 'It was refunded before.';
    const { status, body } = await act(otto, refund());
    expect([status, body.error]).toEqual([
      400,
      expect.objectContaining({ error_code: 'REFUND_NOT_ALLOWED' }),
    ]);
  });

  it('whose service is away is not known to be done, and is asked for once more', async () => {
    const body = refund();
    system.payments.losesAnswers = true;
    expect((await act(otto, body)).status).toBe(503);
    system.payments.losesAnswers = false;
    expect((await act(otto, body)).body.done).toEqual({ effects: ['Refunded 5000.'] });
    expect(system.payments.done.size).toBe(1);
  });
});

describe('the routes of actions', () => {
  const proposal = '/console/api/proposals/01JQ00000000000000000000XX';
  const asked = { action: 'refund_payment', customer_app_id: APP, id: PAYMENT };
  const { seen, reason } = refund();
  const ROUTES: [method: 'GET' | 'POST', path: string, body: object | undefined][] = [
    ['POST', `${ACTIONS}/preview`, asked],
    ['POST', ACTIONS, refund()],
    ['GET', '/console/api/proposals', undefined],
    ['POST', `${proposal}/approve`, { seen, reason }],
    ['POST', `${proposal}/decline`, { reason }],
  ];
  const ended = async () => {
    const browser = await system.fresh('otto');
    const cookie = browser.cookie(SESSION_COOKIE);
    await browser.write('/console/logout');
    browser.setCookie(SESSION_COOKIE, cookie);
    return browser;
  };

  it.each(ROUTES)(
    '%s %s answers operators in the console, and nobody else',
    async (method, path, body) => {
      const ask = async (browser: ConsoleBrowser, headers: Record<string, string> = {}) => {
        const answer =
          method === 'GET'
            ? await browser.ask(path)
            : await browser.write(path, { body: body ?? {}, headers });
        return answer.status;
      };
      const allowed = path.startsWith(proposal) ? 404 : 200;
      const vera = await system.fresh('vera');
      const seen = {
        operator: await ask(otto),
        admin: await ask(await system.fresh('ada')),
        viewer: await ask(vera),
        'a session that has ended': await ask(await ended()),
      };
      expect(seen).toEqual({
        ...{ operator: allowed, admin: allowed, viewer: 403 },
        'a session that has ended': 401,
      });
      if (method === 'GET') return;
      for (const headers of [{ origin: 'https://elsewhere.example' }, { 'x-console-token': 'x' }]) {
        expect([headers, await ask(otto, headers as never)]).toEqual([headers, 403]);
      }
    },
  );

  it('show the app to its service, which refuses others', async () => {
    const zoe = await system.fresh('zoe');
    system.paymentPeer.answer(({ claims }) => ({
      status: 403,
      body: {
        error: { error_code: 'INSUFFICIENT_SCOPE', details: JSON.stringify(claims['operator']) },
      },
    }));
    const { status, body } = await act(zoe, refund({ amount: 50_000 }));
    expect([status, body.error.details]).toEqual([403, expect.stringContaining(OTHER_APP)]);
    const list = (await (await otto.ask('/console/api/proposals')).json()) as object;
    expect(list).toEqual({ proposals: [] });
  });
});
