/** @takes 55 s */
import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedVariables, temporaryFolder, workspaceRoot } from '@towpath/local-system';
import { cardGatewayChecks } from '../card-gateway-checks.fixture.js';
import { START_MS } from '../sandbox.fixture.js';
import { STRIPE_LACKS } from '../stripe-lacks.fixture.js';
import { StripeShop } from '../stripe-shop.fixture.js';
import { DoubleDoor } from './double-door.fixture.js';
import { main } from './main.js';

jest.setTimeout(180_000);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Found {
  readonly name: string;
  readonly why: string;
}

interface Report {
  readonly proved: readonly { readonly name: string }[];
  readonly failed: readonly Found[];
  readonly left_out: readonly Found[];
}

const folder = temporaryFolder();
const GW4 = ['--integration', 'GW4'];
/** Nobody is asked, even if a guard is gone. */
const NOWHERE = [...GW4, '--api-base', 'http://127.0.0.1:9'];
const PAID = 'card fields: card 4242424242424242 is paid';
const CLEARED = 'leaves no authorization open, and no card stored';
const FIELDS = [
  PAID,
  'card fields: card 4000002760003184 goes to its bank and back, and is paid',
  'card fields: card 4000000000000002 is declined',
  'card fields: card 4242424242424242 is stored by a set-up',
  'card fields: the stored card is charged without its payer',
  'card fields: the charge is refunded',
  'the settlement lists the charge and its refund, with fees',
  'card fields: the policy of the page blocks nothing of the script',
];

let shop: StripeShop;
let door: DoubleDoor;

beforeAll(async () => {
  shop = await StripeShop.open();
  door = await DoubleDoor.open(shop.url);
}, START_MS);
afterEach(() => {
  door.fault = {};
});
afterAll(async () => {
  await door.close();
  rmSync(folder, { recursive: true, force: true });
});

const keysOf = (secret: string, publishable: string) => ({
  STRIPE_TEST_SECRET_KEY: secret,
  STRIPE_TEST_PUBLISHABLE_KEY: publishable,
});
const keys = () => keysOf(`sk_test_${shop.credentials.name}`, `pk_test_${shop.credentials.name}`);

/** In this process: each start costs seconds. */
async function run(args: readonly string[], variables: Record<string, string>): Promise<Ended> {
  for (const name of Object.keys(keysOf('', ''))) delete process.env[name];
  Object.assign(process.env, variables);
  const written = { stdout: '', stderr: '' };
  const code = await main(args, {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  });
  return { code, ...written };
}

async function runAlone(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<Ended> {
  const script = 'apps/payment-link/test/connector-check/run.mjs';
  const child = spawn(process.execPath, [script, ...args], {
    cwd: workspaceRoot(),
    env: { ...inheritedVariables(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
}

const atDouble = (...args: string[]) => run([...GW4, '--api-base', door.url, ...args], keys());

async function reportOf(...args: string[]): Promise<Report & { readonly code: number | null }> {
  const { code, stdout, stderr } = await atDouble('--json', ...args);
  expect(stderr).toBe('');
  return { code, ...(JSON.parse(stdout) as Report) };
}

const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

describe('npm run connector-check', () => {
  it('proves the whole suite and the card fields, and leaves nothing open', async () => {
    const { code, proved, failed, left_out: leftOut } = await reportOf();
    expect([failed, code]).toEqual([[], 0]);
    const lacks: Readonly<Record<string, string>> = STRIPE_LACKS;
    const suite = cardGatewayChecks(() => shop.connected(shop.connector(), ''));
    const isLeftOut = ({ needs = '' }) => needs === 'call-backs' || needs in lacks;
    const inSuite = suite.filter((check) => !isLeftOut(check));
    expect(namesOf(proved)).toEqual([...namesOf(inSuite), ...FIELDS, CLEARED]);
    expect(namesOf(leftOut)).toEqual(namesOf(suite.filter(isLeftOut)));
    for (const { why } of leftOut) expect(why).not.toBe('');

    interface Kept {
      readonly id: string;
      readonly status: string;
    }
    const made = [
      ...(await shop.list<Kept>('payment_intents?limit=100')),
      ...(await shop.list<Kept>('setup_intents?limit=100')),
    ];
    expect(made.length).toBeGreaterThan(30);
    expect(made.filter(({ status }) => !['canceled', 'succeeded'].includes(status))).toEqual([]);
    const customers = await shop.list<Kept>('customers?limit=100');
    for (const { id } of customers)
      expect(await shop.list(`customers/${id}/payment_methods`)).toEqual([]);
  });

  it('is a command that prints a table without secrets', async () => {
    const args = [...GW4, '--api-base', door.url, '--only', 'goes to its bank'];
    const { code, stdout, stderr } = await runAlone(args, keys());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^proved +\d+\.\d s {2}card fields: card 4000002760003184 goes/m);
    expect(stdout).toMatch(/^2 proved, 0 failed, \d+ left out: stripe, test mode, http/m);
    expect(stdout).not.toContain(shop.credentials.name);
  });

  it('fails and names a card that is declined and should not be', async () => {
    door.fault = { request: (form) => form.replaceAll('4242424242424242', '4000000000000002') };
    const { code, proved, failed } = await reportOf('--only', 'card fields: card 4');
    expect(namesOf(failed)).toEqual([FIELDS[0], FIELDS[3]]);
    expect(failed[0]?.why).toContain('DECLINED');
    expect(namesOf(proved)).toEqual([FIELDS[1], FIELDS[2], CLEARED]);
    expect(code).toBe(1);
  });

  it('fails and names fields whose script is another one', async () => {
    const script = join(folder, 'other.js');
    writeFileSync(script, 'throw new Error("of another release: pi_1_secret_abc");');
    const { code, failed } = await reportOf('--only', PAID, '--script', script);
    expect(namesOf(failed)).toEqual([PAID]);
    expect(failed[0]?.why).toMatch(/did not become ready.*of another release: pi_1_secret_…/s);
    expect(code).toBe(1);
  });

  it('fails and names what the policy of the page blocks', async () => {
    const script = join(folder, 'greedy.js');
    writeFileSync(script, 'fetch("https://r.example/collect").catch(() => undefined);');
    const { code, failed } = await reportOf('--only', 'blocks nothing', '--script', script);
    expect(failed[0]?.why).toContain('connect-src https://r.example/collect');
    expect(code).toBe(1);
  });

  it('does not begin in the other mode, whatever the key says', async () => {
    door.fault = { answer: (body) => body.replaceAll(/"livemode": ?false/g, '"livemode":true') };
    const { code, stdout, stderr } = await atDouble();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('an answer of the other mode');
  });

  it.each<[string, readonly string[], Record<string, string>, string]>([
    [
      'no integration',
      NOWHERE.slice(2),
      keysOf('sk_test_a', 'pk_test_a'),
      '--integration is missing',
    ],
    ['an unknown one', ['--integration', 'GW9'], {}, 'GW9 can be checked; known: GW4'],
    ['an unknown option', [...NOWHERE, '--fast'], {}, "Unknown option '--fast'"],
    ['no key', NOWHERE, {}, 'STRIPE_TEST_SECRET_KEY is missing'],
    ['a live key', NOWHERE, keysOf('sk_live_a', 'pk_live_a'), 'The secret key is a live key'],
    ['keys of two modes', NOWHERE, keysOf('sk_test_a', 'pk_live_a'), 'of different modes'],
    ['another text', NOWHERE, keysOf('something', 'pk_test_a'), 'is no secret key of stripe'],
    ['a host that is away', NOWHERE, keysOf('sk_test_a', 'pk_test_a'), 'did not answer: HTTP none'],
    [
      'a strange host',
      [...GW4, '--api-base', 'https://api.test'],
      keysOf('sk_test_a', 'pk_test_a'),
      'must be a URL of this machine',
    ],
  ])(
    'does not begin with %s, and says so in one line',
    async (_what, args, variables, sentence) => {
      const { code, stdout, stderr } = await run(args, variables);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(sentence);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).not.toMatch(/[sp]k_(test|live)_/);
    },
  );

  it('does not begin with a revoked key', async () => {
    const { code, stderr } = await run(
      [...GW4, '--api-base', door.url],
      keysOf(`sk_test_${shop.credentials.name}_revoked`, `pk_test_${shop.credentials.name}`),
    );
    expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toContain('HTTP 401');
  });
});
