/** @takes 12 s */
import { jest } from '@jest/globals';
import { createSandboxApp, freePort, temporaryFolder, workspaceRoot } from '@towpath/local-system';
import { eventually, snippetsOf } from '@towpath/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Payers } from '../clients/browser-payer.js';
import { RunningSystem } from '../system/running-system.js';
import { links } from './link-page.fixture.js';

jest.setTimeout(240_000);

/** The folder in which a newcomer begins, with the repository as `towpath` and the shop beside it. */
const folder = temporaryFolder();
const data = join(folder, 'towpath/.data');
const shop = join(folder, 'shop');
const system = RunningSystem.open();
const started: ChildProcess[] = [];
let payers: Payers;
let port: string;
beforeAll(async () => {
  payers = await Payers.start();
  port = String(await freePort());
  const redirectUris = [`http://127.0.0.1:${port}/callback`];
  const name = 'First Program';
  const app = await createSandboxApp(system, { name, currencies: ['HKD'], redirectUris });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'sandbox-app.json'), JSON.stringify(app));
  symlinkSync(join(workspaceRoot(), 'libs'), join(folder, 'towpath/libs'));
});
afterAll(async () => {
  // Each leads a group: npm and what it starts.
  for (const { pid, exitCode } of started)
    if (pid && exitCode === null) process.kill(-pid, 'SIGTERM');
  await payers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What commands print, as they print it. */
function type(commands: string, cwd: string): () => string {
  let output = '';
  // Not the folder of the npm that runs this test.
  const own = Object.entries(process.env).filter(([variable]) => !/^npm_/i.test(variable));
  const env = { ...Object.fromEntries(own), DATA_DIR: data };
  const child = spawn('bash', ['-ec', commands], { cwd, env, detached: true });
  started.push(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

function shown(output: () => string, pattern: RegExp): Promise<string> {
  return eventually(
    () => {
      const [all, part] = pattern.exec(output()) ?? [];
      return part ?? all;
    },
    { deadlineMs: 90_000, describe: () => `${pattern} in what was printed: ${output()}` },
  );
}

it('a newcomer takes a payment, links a bank and verifies webhooks', async () => {
  const [program = '', ...others] = snippetsOf('docs/first-program.md', { language: 'js' });
  const [folders = '', listen = '', start = '', ...more] = snippetsOf('docs/first-program.md', {
    language: 'sh',
  }).map((commands) => commands.replaceAll('8090', port));
  const [printed = '', ...rest] = snippetsOf('docs/first-program.md', { language: 'text' });
  expect([others, more, rest]).toEqual([[], [], []]);

  await shown(type(`${folders}\necho made`, folder), /^made$/m);
  writeFileSync(join(shop, 'shop.mjs'), program);
  const secret = await shown(type(listen, workspaceRoot()), /whsec_\S+/);
  const output = type(start.replace('whsec_…', secret), shop);
  const payer = await payers.open(await shown(output, /^Pay here: (\S+)$/m));
  await payer.pays('authorized');
  await payer.sees('Payment complete');
  const user = await payers.open(await shown(output, /^Link a bank here: (\S+)$/m));
  await links(user, 'usergood');
  await user.sees('Test Bank is linked');
  await user.mainButton.click();
  for (const line of printed.split('\n')) {
    await eventually(() => output().includes(`${line}\n`), {
      describe: () => `"${line}" in what was printed: ${output()}`,
    });
  }
});
