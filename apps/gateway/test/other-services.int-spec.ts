/** @proves promise-14 */
import { jest } from '@jest/globals';
import {
  createSandboxApp,
  runInGatewayShell,
  sharedSystem,
  type DescribedSystem,
  type SandboxApp,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { ForgedEvents } from './forged-events.fixture.js';

jest.setTimeout(240_000);

/** A change of an app counts in every service within this time. */
const EVERYWHERE_MS = 5_000;

describe('the gateway together with another service', () => {
  let system: DescribedSystem;
  beforeAll(async () => {
    system = await sharedSystem();
  });

  const createApp = () => createSandboxApp(system, { name: 'Shop', currencies: ['HKD'] });
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const tokenOf = async ({ client_id, client_secret }: SandboxApp): Promise<string> => {
    const body = { client_id, client_secret, grant_type: 'client_credentials' };
    const answer = await post(`${system.baseUrl}/auth/customer/token`, body);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return token;
  };
  /** Past the gateway, at the service's own port. */
  const statusAt = async (name: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${system.service(name).url}/payment_accounts`, { headers })).status;
  };
  const cli = (...args: string[]) => runInGatewayShell(system, ['customer-app', ...args]);

  describe('an event about an app, put on the topic by a stranger', () => {
    let events: ForgedEvents;
    let app: SandboxApp;
    let oldToken: string;
    let token: string;
    beforeAll(async () => {
      events = await ForgedEvents.start(system);
      app = await createApp();
      oldToken = await tokenOf(app);
      const id = ['--id', app.customer_app_id];
      token = await tokenOf({ ...app, ...((await cli('rotate-secret', ...id)) as SandboxApp) });
      await eventually(async () => (await events.view(app.customer_app_id))?.sequence === 2);
      await events.learn(app.customer_app_id);
    });
    afterAll(() => events.stop());

    const expectNoChange = async () => {
      expect(await events.view(app.customer_app_id)).toEqual({
        app_type: 'TEST',
        status: 'ENABLED',
        credential_generation: 2,
        sequence: 2,
      });
      expect(await statusAt('payment-link', oldToken)).toBe(401);
      expect(await statusAt('payment-link', token)).toBe(200);
    };

    it.each(['unsigned', 'signed with another key', 'signed and altered'] as const)(
      'changes nothing when it is %s',
      async (how) => {
        await events.send(await events.forged(how));
        await expectNoChange();
      },
    );

    it('changes nothing when it repeats an old event, however old', async () => {
      await events.replay();
      await expectNoChange();
    });

    it('makes the service ask the gateway, and the answer of the gateway counts', async () => {
      await events.disableView(app.customer_app_id);
      await events.send(await events.forged('unsigned'));
      await expectNoChange();
    });

    it('does not stop the next event of the gateway from taking effect', async () => {
      const unproved = await events.unproved();
      await cli('disable', '--id', app.customer_app_id);
      await eventually(async () => (await statusAt('payment-link', token)) === 401, {
        deadlineMs: EVERYWHERE_MS,
      });
      expect(await events.view(app.customer_app_id)).toMatchObject({ sequence: 3 });
      expect(await events.unproved()).toBe(unproved);
    });
  });

  it('gives a new app its accounts at once, however late its event is', async () => {
    const app = await createApp();
    expect(app.settlement_accounts).toHaveLength(1);
    const headers = { authorization: `Bearer ${await tokenOf(app)}` };
    const answer = await fetch(`${system.baseUrl}/payment_accounts`, { headers });
    expect(await answer.json()).toMatchObject({ total: 1 });
    expect(answer.headers.get('ratelimit-policy')).toBe('"app";q=5000;w=1');
    expect(answer.headers.get('ratelimit')).toBe('"app";r=4999;t=1');
  });

  it.each([
    ['a disabled app', ['disable']],
    ['a rotated secret', ['rotate-secret']],
    ['an app that went live', ['enable-live']],
  ])('has the tokens of %s refused by the other service within 5 s', async (_what, command) => {
    const app = await createApp();
    const token = await tokenOf(app);
    expect(await statusAt('payment-link', token)).toBe(200);
    await cli(...command, '--id', app.customer_app_id);
    await eventually(async () => (await statusAt('payment-link', token)) === 401, {
      deadlineMs: EVERYWHERE_MS,
    });
    expect(await statusAt('gateway', token)).toBe(401);
  });

  it('keeps tokens during an overlap, and lets an enabled app back in', async () => {
    const app = await createApp();
    const token = await tokenOf(app);
    const id = ['--id', app.customer_app_id];
    await cli('rotate-secret', ...id, '--overlap-minutes', '5');
    await cli('disable', ...id);
    await eventually(async () => (await statusAt('payment-link', token)) === 401);
    await cli('enable', ...id);
    const again = await tokenOf(app);
    await eventually(async () => (await statusAt('payment-link', again)) === 200, {
      deadlineMs: EVERYWHERE_MS,
    });
    expect(await statusAt('payment-link', token)).toBe(401);
  });
});
