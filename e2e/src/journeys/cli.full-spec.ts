/** @takes 100 s */
import { jest } from '@jest/globals';
import { ALL_SCOPES, WEBHOOK_EVENT_TYPES } from '@towpath/contracts';
import { Merchant, type WebhookReceiver } from '@towpath/testing';
import { CommandLine } from '../clients/command-line.js';
import { RunningSystem } from '../system/running-system.js';

jest.setTimeout(600_000);

const PAID = 'PAYMENT_LINK_PAID';

const system = RunningSystem.open();
let commandLine: CommandLine;
let shop: Merchant;
let env: NodeJS.ProcessEnv;

const run = (...args: string[]) => commandLine.run(args, env);
const environmentOf = (merchant: Merchant) =>
  CommandLine.environmentOf({ baseUrl: system.baseUrl, shop: merchant });

beforeAll(async () => {
  commandLine = CommandLine.pack();
  shop = await system.newShop({ scopes: ALL_SCOPES });
  env = environmentOf(shop);
});
afterAll(() => commandLine?.remove());

describe('trigger', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await system.webhookReceiver();
    await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
  });
  afterAll(() => receiver?.stop());

  it('makes each event type happen, or says why nothing does', async () => {
    const { documents: plans } = await run('trigger', '--list', '--json');
    const types = plans.map(({ event_type }) => String(event_type));
    expect(types.toSorted()).toEqual(WEBHOOK_EVENT_TYPES.toSorted());
    const daysOf = (plan: object) => ('advancesDays' in plan ? Number(plan.advancesDays) : 0);
    const possible = plans
      .filter((plan) => !('why' in plan))
      // The clock moves far only when nothing else is to come.
      .toSorted((one, other) => daysOf(one) - daysOf(other))
      .map(({ event_type }) => String(event_type));
    expect(possible.length).toBeGreaterThan(60);
    const { code, documents, stderr } = await run('trigger', '--json', ...possible);
    expect(documents.map(({ event_type }) => event_type)).toEqual(possible);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const ids = documents.map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(possible.length);
  });
});

describe('what cannot be done', () => {
  it.each<[string, string[], number, string]>([
    ['a command that does not exist', ['lisen'], 2, 'Did you mean listen?'],
    ['an event that does not exist', ['trigger', 'PAYMENT_LINK_PIAD'], 2, `mean ${PAID}?`],
    ['no event', ['trigger'], 2, 'Name an event type'],
    ['an event that nothing causes', ['trigger', 'PAYMENT_REJECTED'], 1, 'sends PAYMENT_FAILED'],
    ['an address that is none', ['listen', '--forward-to', 'hook'], 2, 'hook is no URL'],
    ['a filter that matches nothing', ['listen', '--events', 'NOTHING_*'], 2, 'No event type'],
    ['a cursor that is none', ['listen', '--after', 'x'], 1, 'error_code INVALID_REQUEST'],
    ['an event of nobody', ['resend', '01'], 1, 'error_code WEBHOOK_EVENT_NOT_FOUND, status 400'],
    ['a duration that is none', ['clock', 'advance', '5'], 2, '5 is no duration'],
    ['a page that does not exist', ['open', 'shop'], 2, 'Allowed choices are link'],
  ])('%s is refused', async (_what, args, code, text) => {
    const { stderr, ...ended } = await run(...args);
    expect({ ...ended, stderr }).toMatchObject({ code, stdout: '' });
    expect(stderr).toContain(text);
  });

  it.each<[string, (known: NodeJS.ProcessEnv) => NodeJS.ProcessEnv, number, string]>([
    ['half of the credentials', ({ TOWPATH_URL }) => ({ TOWPATH_URL }), 2, 'must be set too'],
    [
      'a wrong secret',
      (known) => ({ ...known, TOWPATH_CLIENT_SECRET: 'x'.repeat(64) }),
      1,
      'Check TOWPATH_CLIENT_ID',
    ],
    [
      'an address where nothing runs',
      (known) => ({ ...known, TOWPATH_URL: 'http://127.0.0.1:10' }),
      1,
      'Nothing answers',
    ],
  ])('%s: the command says so', async (_what, change, code, text) => {
    const ended = await commandLine.run(['listen'], change(env));
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(text);
    expect(ended.stderr).not.toContain(shop.credentials.client_secret);
  });

  it.each<[string, string[], NodeJS.ProcessEnv, string]>([
    [
      'resend with a secret that is none',
      ['resend', '01', '--forward-to', 'http://127.0.0.1:10/hook'],
      { TOWPATH_WEBHOOK_SECRET: 'x' },
      'TOWPATH_WEBHOOK_SECRET must be',
    ],
    [
      'listen with a secret that is none',
      ['listen', '--forward-to', 'http://127.0.0.1:10/hook'],
      { TOWPATH_WEBHOOK_SECRET: 'x' },
      'TOWPATH_WEBHOOK_SECRET must be',
    ],
    ['a login page that returns nowhere', ['open', 'login'], {}, 'Name a redirect URI'],
  ])('%s is refused before anything is requested', async (_what, args, more, text) => {
    // Whatever were requested there would fail with 1.
    const nowhere = { ...env, TOWPATH_URL: 'http://127.0.0.1:10', ...more };
    const { stderr, ...ended } = await commandLine.run(args, nowhere);
    expect({ ...ended, stderr }).toMatchObject({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('nothing is changed for a live app', async () => {
    const created = await system.cli(['customer-app', 'create', '--name', 'Live', '--live']);
    const live = new Merchant(system.bareApi(), created as Merchant['credentials']);
    for (const args of [
      ['trigger', PAID],
      ['open', 'link'],
      ['clock', 'advance', '1d'],
    ]) {
      const ended = await commandLine.run([...args, '--json'], environmentOf(live));
      expect(ended).toMatchObject({
        code: 1,
        documents: [{ error: { error_code: 'NOT_A_TEST_APP', status: 400 } }],
      });
    }
  });
});
