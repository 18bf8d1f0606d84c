import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../servers/eventually.js';
import { isPortFree } from '../servers/free-port.js';
import { processCommand } from '../servers/process-table.js';
import type { StartError } from '../servers/start-error.js';
import { startPostgres, type PostgresServer } from '../servers/start-postgres.js';
import { temporaryFolder } from '../servers/temporary-folder.js';
import { workspaceRoot } from '../workspace.js';
import { standIn } from './stand-in.fixture.js';
import { startSystem, type SystemOptions } from './start-system.js';
import type { System } from './system.js';

jest.setTimeout(120_000);

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const services = ['gateway', 'payment-link'].map((name) => standIn({ root: folder, name }));
let postgres: PostgresServer;
const given: { databaseUrl?: string; kafkaBrokers: string | undefined } = {
  kafkaBrokers: process.env['TEST_KAFKA_BROKERS'],
};
const ends: StartError[] = [];
let systems: System[] = [];

// A start gives the roles of its services passwords of its own, on the whole server: one that the
// other specs share would refuse them from then on.
beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, 'given'), durable: false });
  given.databaseUrl = postgres.url;
});

async function start(options: Partial<SystemOptions> = {}): Promise<System> {
  const system = await startSystem({
    dataDir,
    root: folder,
    services,
    durable: false,
    ...given,
    onUnexpectedEnd: (end) => ends.push(end),
    ...options,
  });
  systems.push(system);
  return system;
}

async function environmentOf(system: System, name: string): Promise<Record<string, string>> {
  const answer = await fetch(`${system.service(name).url}/environment`);
  return (await answer.json()) as Record<string, string>;
}

afterEach(async () => {
  await Promise.all(systems.map((system) => system.stop()));
  systems = [];
  ends.length = 0;
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('startSystem', () => {
  it('gives each service its database, its keys and nothing of the launcher', async () => {
    process.env['SECRET_OF_THE_LAUNCHER'] = 'do not inherit';
    const system = await start({ settings: { LOG_LEVEL: 'debug' } });
    const environment = await environmentOf(system, 'payment-link');
    expect(environment).toMatchObject({ LOG_LEVEL: 'debug', KEYS_DIR: join(dataDir, 'keys') });
    expect(environment).not.toHaveProperty('SECRET_OF_THE_LAUNCHER');
    expect(readFileSync(join(folder, 'apps/payment-link/dist/migrated'), 'utf8')).toContain(
      '/payment_link',
    );
    const client = new pg.Client({ connectionString: environment['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query('SELECT current_user AS role');
    await client.end();
    expect(rows).toEqual([{ role: 'payment_link_app' }]);
  });

  it('makes keys once, readable by their owner only', async () => {
    await (await start()).stop();
    const keys = readdirSync(join(dataDir, 'keys')).map((name) => join(dataDir, 'keys', name));
    expect(keys.some((path) => path.endsWith('payment-link.spec-purpose.json'))).toBe(true);
    expect(keys.map((path) => statSync(path).mode & 0o777)).toEqual(keys.map(() => 0o600));
    const before = keys.map((path) => readFileSync(path, 'utf8'));
    await start();
    expect(keys.map((path) => readFileSync(path, 'utf8'))).toEqual(before);
  });

  it('kills and restarts one service, and does not report that as unexpected', async () => {
    const system = await start();
    const service = system.service('payment-link');
    const { pid, url } = service;
    await service.kill();
    await expect(fetch(`${url}/environment`)).rejects.toThrow();
    await service.restart();
    expect(service.pid).not.toBe(pid);
    expect((await fetch(`${service.url}/environment`)).status).toBe(200);
    expect(ends).toEqual([]);
  });

  it('asks its services to end, and leaves no process', async () => {
    const system = await start();
    const pids = system.services.map(({ pid }) => pid ?? 0);
    rmSync(join(folder, 'apps/gateway/dist/ended'), { force: true });
    await system.stop();
    expect(existsSync(join(folder, 'apps/gateway/dist/ended'))).toBe(true);
    expect(pids.map((pid) => processCommand(pid))).toEqual([undefined, undefined]);
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
  });

  it('reports the last lines of a service that ends by itself', async () => {
    const main = `
      import { createServer } from 'node:http';
      createServer((request, response) => {
        if (request.url === '/environment') {
          console.error('out of paper');
          process.exit(3);
        }
        response.end();
      }).listen(Number(process.env.INTERNAL_PORT));`;
    const system = await start({ services: [standIn({ root: folder, name: 'printer', main })] });
    await expect(fetch(`${system.service('printer').internalUrl}/environment`)).rejects.toThrow();
    await eventually(() => ends[0], { describe: 'the report of the end' });
    expect(ends[0]).toMatchObject({
      message: 'printer ended unexpectedly (exit code 3).',
      lastLines: ['out of paper'],
    });
  });
});

describe('startSystem, when it cannot start', () => {
  it('stops the started parts when a service dies at once', async () => {
    const main = `console.error('KAFKA_BROKERS is missing'); process.exit(1);`;
    const broken = standIn({ root: folder, name: 'mandate', main });
    rmSync(join(folder, 'apps/gateway/dist/ended'), { force: true });
    await expect(start({ services: [...services, broken] })).rejects.toMatchObject({
      code: 'DIED',
      message: 'mandate ended while it was starting (exit code 1).',
      lastLines: ['KAFKA_BROKERS is missing'],
    });
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
  });

  it('refuses a second launcher on the same data', async () => {
    const launcher = await strangeLauncher();
    await expect(start()).rejects.toMatchObject({
      code: 'RUNNING',
      message: `The system is running already, as process ${launcher.pid}: stop that one first.`,
    });
    const { pids } = launcher;
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    const lines: string[] = [];
    await start({ log: (line) => lines.push(line) });
    expect(pids.map((pid) => processCommand(pid))).toEqual([undefined, undefined]);
  });

  it('uses another port when one is in use, except for the port that users know', async () => {
    const { basePort, occupant } = await takenNeighbour();
    const lines: string[] = [];
    const system = await start({ basePort, log: (line) => lines.push(line) });
    const moved = new URL(system.service('payment-link').url).port;
    expect(lines).toContain(`port ${basePort + 1} is taken, so payment-link uses ${moved}`);
    await system.stop();
    occupant.close();
    const front = createServer().listen(basePort, '127.0.0.1');
    await once(front, 'listening');
    await expect(start({ basePort })).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      message: `the gateway cannot start: port ${basePort} of 127.0.0.1 is taken by another program.`,
    });
    front.close();
  });
});

/** A port to start at, the next one of which is taken by a server of ours. */
async function takenNeighbour() {
  for (;;) {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const basePort = (occupant.address() as AddressInfo).port - 1;
    if (await isPortFree(basePort)) return { basePort, occupant };
    occupant.close();
  }
}

/** Another process that runs a system on the same data folder. */
async function strangeLauncher() {
  const built = join(workspaceRoot(), 'libs/local-system/dist/system/start-system.js');
  const options = { dataDir, root: folder, services, durable: false, ...given };
  const script = `
    const { startSystem } = await import(${JSON.stringify(built)});
    const system = await startSystem(${JSON.stringify(options)});
    console.log(JSON.stringify(system.services.map(({ pid }) => pid)));`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [chunk] = (await once(launcher.stdout, 'data')) as [Buffer];
  return Object.assign(launcher, { pids: JSON.parse(chunk.toString()) as number[] });
}
