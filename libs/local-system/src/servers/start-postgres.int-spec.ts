import { jest } from '@jest/globals';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { processCommand } from './process-table.js';
import { type PostgresServer, startPostgres } from './start-postgres.js';
import { temporaryFolder } from './temporary-folder.js';

jest.setTimeout(60_000);

async function query(server: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'postgres');
  const running: PostgresServer[] = [];

  async function start(options: { dataDir?: string; port?: number } = {}) {
    const server = await startPostgres({ dataDir, durable: true, ...options });
    running.push(server);
    return server;
  }

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps committed rows over kill -9 and a restart on the same port', async () => {
    const server = await start();
    await query(server, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (41)');
    const { pid, url } = server;
    await server.kill();
    expect(processCommand(pid)).toBeUndefined();
    await server.restart();
    expect(server.url).toBe(url);
    expect(server.pid).not.toBe(pid);
    expect(await query(server, 'UPDATE kept SET n = n + 1 RETURNING n')).toEqual([{ n: 42 }]);
  });

  it('takes over from a server that an earlier run left running', async () => {
    const left = await start();
    const server = await start();
    expect((await left.exit).signal ?? 'clean').toBe('clean');
    expect(await query(server, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('starts although a killed server left sessions and its pid file', async () => {
    const killed = await start();
    const session = new pg.Client({ connectionString: killed.url });
    session.on('error', (error) => expect(error).toBeInstanceOf(Error));
    await session.connect();
    await killed.kill();
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(true);
    const server = await start();
    expect(await query(server, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('listens on 127.0.0.1 only, requires a password, and syncs to disk', async () => {
    const server = await start();
    const settings = await query(
      server,
      `SELECT name, setting FROM pg_settings WHERE name IN
       ('listen_addresses', 'unix_socket_directories', 'fsync', 'TimeZone') ORDER BY name`,
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['UTC', 'on', '127.0.0.1', '']);
    const intruder = new pg.Client({
      connectionString: server.url.replace(/:[^:@]+@/, ':guess@'),
    });
    await expect(intruder.connect()).rejects.toThrow('password authentication failed');
  });

  it('reports in one sentence that its port is in use', async () => {
    const occupant = createServer();
    const port = await new Promise<number>((resolve) => {
      occupant.listen(0, '127.0.0.1', () => {
        const address = occupant.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    await expect(start({ port })).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      message: `PostgreSQL cannot start: port ${port} of 127.0.0.1 is taken by another program.`,
    });
    await new Promise((resolve) => occupant.close(resolve));
  });

  it('keeps its data where its user can enter, also when only root enters the folder', async () => {
    const locked = mkdtempSync(join(tmpdir(), 'locked-'));
    const hidden = join(locked, 'checkout', 'postgres');
    mkdirSync(join(locked, 'checkout'));
    const first = await start({ dataDir: hidden });
    await query(first, 'CREATE TABLE moved (n int)');
    await first.stop();
    expect(lstatSync(hidden).isSymbolicLink()).toBe(process.getuid?.() === 0);
    const second = await start({ dataDir: hidden });
    expect(await query(second, 'SELECT n FROM moved')).toEqual([]);
    await second.stop();
    rmSync(realpathSync(hidden), { recursive: true });
    rmSync(locked, { recursive: true, force: true });
  });
});
