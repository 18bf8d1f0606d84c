/** @takes 130 s */
import { jest } from '@jest/globals';
import { createSandboxApp, temporaryFolder } from '@towpath/local-system';
import { Merchant, snippetsOf } from '@towpath/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningSystem } from '../system/running-system.js';

jest.setTimeout(120_000);

const system = RunningSystem.open();
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = [
  ...snippetsOf('docs/operating.md', { language: 'sh' }),
  ...snippetsOf('docs/surcharges.md', { language: 'sh' }),
  ...snippetsOf('docs/operations/audit.md', { language: 'sh' }),
  ...snippetsOf('apps/gateway/README.md', { language: 'sh' }),
].flatMap((block) => block.replaceAll(/\\\n */g, '').split('\n'));
const local = commands.filter((command) => command.startsWith('npm run '));

/** What the placeholders of the guides stand for. */
const known: Record<string, string> = {};
const NO_MESSAGE = 'No running service has such a parked message.';

beforeAll(async () => {
  const app = await createSandboxApp(system, { name: 'Documented Shop', currencies: ['HKD'] });
  const shop = new Merchant(system.api(), app);
  const { user_id } = await shop.createPaymentUser({
    body: { name: 'Chan Tai Man', external_user_id: 'customer-42' },
  });
  const [account] = app.settlement_accounts;
  Object.assign(known, {
    '--id': app.customer_app_id,
    '--customer-app': app.customer_app_id,
    '--account': account?.account_id,
    '--user': user_id,
    '--after': '01JQ00000000000000000000XA',
  });
  const secrets = { webhook_secrets: ['whsec_notYetMade'] };
  const [secret_key, publishable_key] = ['sk_test_', 'pk_test_'].map(
    (kind) => `${kind}${app.customer_app_id}`,
  );
  const keys = { secret_key, publishable_key, ...secrets };
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
});

/** The command with the values that a reader puts in, run where a reader types it. */
async function run(command: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const text = command
    .replaceAll(/(--[\w-]+) (ID|DIFFERENCE_ID)\b/g, (_, option: string) => {
      return `${option} ${known[option] ?? `${option} has no value`}`;
    })
    .replace(/< (\w+\.json)/, (_, file: string) => `< ${join(folder, file)}`);
  const env = { ...process.env, DATA_DIR: system.dataDir };
  const child = spawn('sh', ['-c', text], { cwd: system.layout.root, env });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (written.stdout += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (written.stderr += part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
}

it('the commands of the guides that no test runs are those of another place', () => {
  const elsewhere = commands.filter((command) => !local.includes(command));
  expect(elsewhere).toEqual([
    expect.stringMatching(/^SECRETS_DIR=\S+ node tools\/deploy\/dist\/audit\.js verify$/),
    expect.stringMatching(/^docker compose .* run --rm prepare tools\/deploy\/dist\/audit\.js/),
  ]);
});

it.each(local)('%s', async (command) => {
  const { code, stdout, stderr } = await run(command);
  if (/^npm run dlt -- (?!list)/.test(command)) {
    // No message is parked under the ID of the guide.
    expect([code, stderr.trim()]).toEqual([1, NO_MESSAGE]);
    return;
  }
  expect(stderr).toBe('');
  // Books and audit of other specs may have findings; the end code is then 1.
  expect(/-- verify/.test(command) ? [0, 1] : [0]).toContain(code);
  expect(stdout).toMatch(/\w/);
});
