/** @takes 30 s */
import { jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  inheritedVariables,
  processCommand,
  type PostgresServer,
  type SandboxApp,
  startPostgres,
  temporaryFolder,
  workspaceRoot,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { standInSystem } from './stand-in.fixture.js';

jest.setTimeout(120_000);

const root = temporaryFolder();
const dataDir = join(root, 'data');
const services = standInSystem(root);
const program = JSON.stringify(join(workspaceRoot(), 'tools/dev/dist/launcher.js'));
const script = `
  const { Launcher } = await import(${program});
  const restart = process.env.RESTART !== 'no';
  await new Launcher({ ...${JSON.stringify({ root, services })}, restart }).run();`;
let postgres: PostgresServer;
const given: Record<string, string | undefined> = {
  KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'],
};

// A start gives the roles of its services passwords of its own, on the whole server: one that the
// other specs share would refuse them from then on.
beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(root, 'given'), durable: false });
  given['DATABASE_URL'] = postgres.url;
});
afterAll(() => postgres?.stop());

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly code: Promise<number | null>;
}

const running: Running[] = [];

/** npm start with small services, up to its summary or another line. */
async function start(
  env: Record<string, string | undefined> = given,
  { until = 'Everything runs.', inShell = false }: { until?: string; inShell?: boolean } = {},
): Promise<Running> {
  const port = await freePort();
  const node = [process.execPath, '--input-type=module', '-e', script];
  // "true" keeps the shell from becoming the program itself.
  const [command = '', ...args] = inShell ? ['/bin/sh', '-c', '"$@"; true', 'sh', ...node] : node;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...inheritedVariables(), DATA_DIR: dataDir, PORT: String(port), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const code = once(child, 'close').then(([status]) => status as number | null);
  const launcher = { process: child, url: `http://127.0.0.1:${port}`, output: () => output, code };
  running.push(launcher);
  await eventually(() => output.includes(until), {
    deadlineMs: 90_000,
    describe: () => `"${until}" after: ${output}`,
  });
  return launcher;
}

interface RunRecord {
  readonly parts: Record<string, { readonly pid: number }>;
}

function pidsOfParts(): number[] {
  const { parts } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunRecord;
  return Object.values(parts).map(({ pid }) => pid);
}

afterEach(async () => {
  for (const launcher of running.splice(0)) {
    launcher.process.kill('SIGKILL');
    await launcher.code;
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('npm start', () => {
  it('prints all addresses and ends all processes on Ctrl-C', async () => {
    const launcher = await start();
    expect(launcher.output()).toContain(launcher.url);
    const pages = launcher.url.replace('127.0.0.1', 'localhost');
    expect(launcher.output()).toMatch(new RegExp(`^  Hosted pages +${pages} `, 'm'));
    expect(launcher.output()).not.toContain('SECRET');
    const file = join(dataDir, 'sandbox-app.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const app = JSON.parse(readFileSync(file, 'utf8')) as SandboxApp;
    expect(app).toEqual({
      base_url: launcher.url,
      client_id: 'CLIENT',
      client_secret: 'SECRET',
      settlement_accounts: [
        { account_id: 'A', currencies: ['HKD'], payment_method_type: ['CARD'] },
      ],
    });
    const pids = pidsOfParts();
    expect(pids).toHaveLength(2);
    launcher.process.kill('SIGINT');
    expect(await launcher.code).toBe(0);
    expect(pids.map(processCommand)).toEqual([undefined, undefined]);
    expect(existsSync(join(dataDir, 'env'))).toBe(false);
  });

  it('ends at once on the second Ctrl-C', async () => {
    const launcher = await start({ ...given, LOG_LEVEL: 'stubborn' });
    const pids = pidsOfParts();
    launcher.process.kill('SIGINT');
    await eventually(() => launcher.output().includes('once more'), { describe: 'the advice' });
    expect(pids.map(processCommand)).not.toContain(undefined);
    launcher.process.kill('SIGINT');
    expect(await launcher.code).toBe(130);
    expect(pids.map(processCommand)).toEqual([undefined, undefined]);
  });

  it('ends when npm ends its shell', async () => {
    const shell = await start({ ...given, npm_lifecycle_event: 'start' }, { inShell: true });
    const pids = pidsOfParts();
    shell.process.kill('SIGTERM');
    await eventually(() => pids.every((pid) => processCommand(pid) === undefined), {
      describe: () => `the end of all parts after: ${shell.output()}`,
    });
    expect(shell.output()).toContain('stopping; once more');
  });

  it('restarts a service that keeps dying ever more slowly, and the others run on', async () => {
    const launcher = await start();
    const [gateway, sandbox] = pidsOfParts();
    const end = () => fetch(`${launcher.url}/end`).catch(() => undefined);
    await end();
    const line = 'gateway ended unexpectedly (exit code 7). It starts again in';
    await eventually(async () => (await fetch(launcher.url).catch(() => undefined))?.ok, {
      describe: () => `the gateway again after: ${launcher.output()}`,
    });
    expect(launcher.output()).toContain(`${line} 0.5 s. Its last line: asked to fail\n`);
    expect(pidsOfParts()).toEqual([expect.any(Number), sandbox]);
    expect(pidsOfParts()[0]).not.toBe(gateway);
    await eventually(
      async () => (await end()) === undefined && launcher.output().includes(`${line} 2 s. Its`),
      { deadlineMs: 60_000, describe: () => `the third end after: ${launcher.output()}` },
    );
    expect(launcher.output()).toContain(`${line} 1 s. Its last line: asked to fail\n`);
    expect(launcher.process.exitCode).toBeNull();
    expect(processCommand(sandbox ?? 0)).toBeDefined();
  });

  it('stops everything and names the reason when a service dies and must not be restarted', async () => {
    const launcher = await start({ ...given, RESTART: 'no' });
    const pids = pidsOfParts();
    await expect(fetch(`${launcher.url}/end`)).rejects.toThrow();
    expect(await launcher.code).toBe(1);
    expect(launcher.output()).toContain(
      'gateway ended unexpectedly (exit code 7).\n    asked to fail',
    );
    expect(pids.map(processCommand)).toEqual([undefined, undefined]);
  });

  it('ends the started processes on Ctrl-C during the start', async () => {
    const launcher = await start(
      { ...given, DATABASE_URL: undefined },
      { until: 'PostgreSQL listens' },
    );
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    expect(processCommand(pid)).toContain('postgres');
    launcher.process.kill('SIGINT');
    expect(await launcher.code).toBe(0);
    await eventually(() => processCommand(pid) === undefined, {
      describe: () => `the end of PostgreSQL: ${processCommand(pid) ?? 'ended'}`,
    });
  });

  it('keeps its data and starts its own servers again after a kill of every process', async () => {
    const own = { DATABASE_URL: undefined, KAFKA_BROKERS: undefined };
    const first = await start(own);
    const table = 'CREATE TABLE kept AS SELECT 42 AS n';
    await onGatewayDatabase(table);
    const before = pidsOfParts();
    for (const pid of before.slice(0, 2)) process.kill(pid, 'SIGKILL');
    await eventually(
      () =>
        !pidsOfParts()
          .slice(0, 2)
          .some((pid) => before.includes(pid)),
      {
        deadlineMs: 60_000,
        describe: () => `both servers again after: ${first.output()}`,
      },
    );
    for (const name of ['PostgreSQL', 'Kafka']) {
      expect(first.output()).toContain(`${name} ended unexpectedly (SIGKILL). It starts again`);
    }
    expect(await onGatewayDatabase('SELECT n FROM kept')).toEqual([{ n: 42 }]);
    const pids = [...pidsOfParts(), first.process.pid ?? 0];
    expect(pids).toHaveLength(5);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await first.code;
    const second = await start(own);
    expect(await onGatewayDatabase('SELECT n FROM kept')).toEqual([{ n: 42 }]);
    expect(second.output()).not.toContain('creating the sandbox customer app');
    second.process.kill('SIGTERM');
    expect(await second.code).toBe(0);
  });
});

async function onGatewayDatabase(sql: string): Promise<unknown[]> {
  const file = join(dataDir, 'env', 'gateway.json');
  const { environment } = JSON.parse(readFileSync(file, 'utf8')) as {
    environment: Record<string, string>;
  };
  const secrets = JSON.parse(readFileSync(join(dataDir, 'keys', 'launcher.json'), 'utf8')) as {
    databasePasswords: Record<string, string>;
  };
  const url = new URL(environment['DATABASE_URL'] ?? '');
  url.username = 'gateway_owner';
  url.password = secrets.databasePasswords['gateway.owner'] ?? '';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
