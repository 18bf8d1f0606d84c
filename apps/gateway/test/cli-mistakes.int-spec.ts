import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.fixture.js';
import { runCli, runCommandHere } from './gateway-process.fixture.js';

const UNKNOWN_ID = '01JQ00000000000000000000AA';

describe('the command line of the gateway', () => {
  let environment: GatewayEnvironment;
  beforeAll(async () => {
    environment = await gatewayEnvironment();
  });
  afterAll(() => environment.remove());

  it('the program ends a mistake with exit code 1 and one sentence on standard error', async () => {
    const ended = await runCli(environment.variables, ['customer-app', 'remove']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^There is no command "customer-app remove".*\n$/);
  });

  const account = ['--customer-app', UNKNOWN_ID, '--currencies', 'EUR'];
  it.each<[string, string[], RegExp]>([
    ['an unknown command', ['customer-app', 'remove'], /no command "customer-app remove"/],
    ['an unknown option', ['customer-app', 'list', '--all'], /--all/],
    ['an option without its value', ['customer-app', 'show', '--id'], /--id/],
    ['no name', ['customer-app', 'create'], /--name is missing/],
    ['no ID', ['customer-app', 'show'], /--id is missing/],
    ['no ID in form', ['customer-app', 'show', '--id', 'x'], /x is not an ID/],
    ['an unknown ID', ['customer-app', 'disable', '--id', UNKNOWN_ID], /no customer app/],
    ['nothing to change', ['customer-app', 'update', '--id', UNKNOWN_ID], /nothing to change/],
    [
      'an overlap in words',
      ['customer-app', 'rotate-secret', '--id', UNKNOWN_ID, '--overlap-minutes', 'ten'],
      /--overlap-minutes takes a whole number/,
    ],
    [
      'an endless overlap',
      ['customer-app', 'rotate-secret', '--id', UNKNOWN_ID, '--overlap-minutes', '99999999'],
      /overlap must be 0 to 43200 minutes/,
    ],
    [
      'a setting without a value',
      ['customer-app', 'create', '--name', 'A', '--setting', 'accent'],
      /--setting takes key=value/,
    ],
    [
      'an unknown scope',
      ['customer-app', 'create', '--name', 'A', '--scopes', 'all', '--no-accounts'],
      /Unknown scopes: all/,
    ],
    [
      'a currency that the sandbox has not',
      ['customer-app', 'create', '--name', 'A', '--currencies', 'EUR'],
      /not EUR/,
    ],
    ['an instant in words', ['restore', 'resolve', '--since', 'today'], /--since takes an instant/],
    ['no payment methods', ['settlement-account', 'create', ...account], /payment-method-types/],
    [
      'an update of no account',
      ['settlement-account', 'update', ...account, '--payment-method-types', 'CARD'],
      /--account is missing/,
    ],
    [
      'a new account with an ID',
      ['settlement-account', 'create', ...account, '--account', 'A'],
      /--account is for settlement-account update/,
    ],
    ['no user', ['payment-user', 'erase', '--customer-app', UNKNOWN_ID], /--user is missing/],
    [
      'an erasure without a reason',
      ['payment-user', 'erase', '--customer-app', UNKNOWN_ID, '--user', UNKNOWN_ID],
      /--reason is missing/,
    ],
    [
      'a service that is away',
      ['settlement-account', 'create', ...account, '--payment-method-types', 'CARD'],
      /no signing key yet/,
    ],
  ])('answers %s with one sentence and exit code 1', async (_what, args, sentence) => {
    const ended = await runCommandHere(environment.variables, args);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(sentence);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([[[]], [['help']], [['customer-app', 'help']], [['customer-app', 'create', '--help']]])(
    'prints the list of its commands for the words %j',
    async (args) => {
      const { code, stdout, stderr } = await runCommandHere(environment.variables, args);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('customer-app rotate-secret --id ID');
    },
  );

  it.each<[string, Record<string, string>, RegExp]>([
    ['no key folder', { KEYS_DIR: '/nowhere' }, /key file \/nowhere\/gateway\.\S+ cannot be read/],
    ['no database', { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }, /database cannot be reached/],
    ['a wrong variable', { PUBLIC_API_URL: 'here' }, /^PUBLIC_API_URL must be a URL/],
  ])('names its own configuration mistake: %s', async (_what, change, sentence) => {
    const variables = { ...environment.variables, ...change };
    const ended = await runCommandHere(variables, ['customer-app', 'list']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(sentence);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it('names a missing key file and never prints a key', async () => {
    rmSync(join(environment.keysDir, 'gateway.client-secrets.json'));
    const ended = await runCommandHere(environment.variables, ['customer-app', 'list']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('gateway.client-secrets.json');
  });
});
