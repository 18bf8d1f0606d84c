import { jest } from '@jest/globals';
import { createSandboxApp, freePort, temporaryFolder } from '@towpath/local-system';
import { eventually, snippetsOf } from '@towpath/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Payers } from '../clients/browser-payer.js';
import { RunningSystem } from '../system/running-system.js';

jest.setTimeout(240_000);

const folder = temporaryFolder();
const system = RunningSystem.open();
let payers: Payers;
let shell: ChildProcess;
let output = '';
beforeAll(async () => {
  payers = await Payers.start();
  const app = await createSandboxApp(system, { name: 'Tour Shop', currencies: ['HKD'] });
  mkdirSync(join(folder, '.data'));
  writeFileSync(join(folder, '.data/sandbox-app.json'), JSON.stringify(app));
  // A group of its own: the receiver of the tour runs until somebody ends it.
  shell = spawn('bash', { cwd: folder, detached: true, stdio: 'pipe' });
  for (const stream of [shell.stdout, shell.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
});
afterAll(async () => {
  if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
  await payers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a newcomer can follow the tour, command by command', async () => {
  const port = String(await freePort());
  const [start = '', token = '', endpoint = '', link = '', payments = '', ...others] = snippetsOf(
    'README.md',
    { language: 'sh' },
  ).map((block) =>
    block.replaceAll('http://127.0.0.1:8080', system.baseUrl).replaceAll('8090', port),
  );
  expect(others).toEqual([]);
  // This run began with these commands.
  expect(start).toContain('npm ci && npm test');
  const run = async (commands: string, shows: RegExp): Promise<string> => {
    output = '';
    shell.stdin?.write(`${commands}\n`);
    return eventually(() => {
      const [, found] = shows.exec(output) ?? [];
      if (!found) throw new Error(`The commands printed:\n${output}`);
      return found;
    });
  };
  await run(`${token}\necho "token: $TOKEN"`, /token: (ey\S+)/);
  await run(endpoint, /"secret":"([^"]+)"/);
  const url = await run(link, /"url":"([^"]+)"/);
  const payer = await payers.open(url);
  await payer.pays('authorized');
  await payer.sees('Payment complete');
  await eventually(() => output.includes('PAYMENT_LINK_PAID'));
  expect(await run(payments, /"status":"(\w+)"/)).toBe('EXECUTED');
});
