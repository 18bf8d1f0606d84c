/** @takes 40 s */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import {
  inheritedVariables,
  sourceMaps,
  temporaryFolder,
  workspaceRoot,
} from '@towpath/local-system';

jest.setTimeout(120_000);

const LIMIT_MS = 60_000;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Without any variable of a service: a program that starts its work fails. */
async function run(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [...args], {
    cwd: workspaceRoot(),
    env: inheritedVariables(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}

/** Programs of the image, and those of ours that npm's scripts run. */
const inImage = globSync([
  'apps/*/dist/{main,migrate,generate,cli}.js',
  'tools/deploy/dist/{prepare,health,restored,dlt}.js',
]).sort();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const byNpm = Object.values(scripts).flatMap((script) =>
  [...script.matchAll(/\bnode (?!node_modules\/)(\S+)((?: [\w-]+)*)/g)].map(
    ([, program = '', words = '']) => [program, ...words.trim().split(' ')].filter(Boolean),
  ),
);

describe('the option --help', () => {
  it('is tried with every program', () => {
    expect(inImage).toHaveLength(25);
    expect(byNpm.length).toBeGreaterThan(12);
  });

  it.each([...inImage.map((program) => [program]), ...byNpm])(
    'of %s prints usage and purpose, and does nothing else',
    async (...command) => {
      const { code, output, errors } = await run([...command.map(String), '--help']);
      expect([code, errors]).toEqual([0, '']);
      expect(output).toMatch(/^([Uu]sage: |Commands:|npm \S+|node \S+)/);
      expect(output).not.toMatch(/building|"level"/);
    },
  );
});

describe('the option --help of a script for secrets', () => {
  it.each(['docker/make-secrets.sh', 'k8s/make-secrets.sh'])('makes %s write nothing', (script) => {
    const folder = temporaryFolder();
    try {
      const path = join(workspaceRoot(), script);
      const text = execFileSync('sh', [path, '--help'], { cwd: folder, encoding: 'utf8' });
      expect(text).toMatch(`usage: sh ${script}`);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a signal to a service', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('ends it during its start with the code of the signal, also when its servers are silent', async () => {
    execFileSync('sh', ['docker/make-secrets.sh', folder]);
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [...sourceMaps(), 'apps/mandate/dist/main.js'], {
      cwd: workspaceRoot(),
      stdio: 'inherit',
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: '0',
        INTERNAL_PORT: '0',
        DATABASE_URL: `postgres://mandate_app:x@${address}/mandate`,
        DATABASE_WORKER_URL: `postgres://mandate_worker:x@${address}/mandate`,
        KAFKA_BROKERS: address,
        KEYS_DIR: join(folder, 'mandate'),
        GATEWAY_INTERNAL_URL: 'http://127.0.0.1:9',
        PAYMENT_LINK_INTERNAL_URL: 'http://127.0.0.1:9',
        ACCOUNT_DATA_INTERNAL_URL: 'http://127.0.0.1:9',
        PUBLIC_API_URL: 'http://127.0.0.1:9',
        PUBLIC_PAGES_URL: 'http://127.0.0.1:9',
      },
    });
    try {
      await Promise.race([once(silent, 'connection'), once(child, 'exit')]);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([143, null]);
    } finally {
      child.kill('SIGKILL');
      silent.close();
    }
  });
});
