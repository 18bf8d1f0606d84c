import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assertPortFree, freePort } from './free-port.js';
import { localServer, ManagedProcess, type LocalServer } from './managed-process.js';
import { patient } from './patient.js';
import { whyNotConnected } from './postgres-readiness.js';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.js';
import { preparePostgresFolder, type PostgresFolder } from './postgres-folder.js';
import { endStray } from './process-table.js';
import { type ServerUser, unprivilegedUser } from './server-user.js';
import { StartError } from './start-error.js';

export interface PostgresOptions {
  /** Folder of the server's own; made on first use, kept for the next start. */
  readonly dataDir: string;
  /** A free one when absent. */
  readonly port?: number | undefined;
  /** False only for databases of tests: an operating-system crash may then lose data. */
  readonly durable: boolean;
  readonly log?: ((line: string) => void) | undefined;
}

/** A real PostgreSQL. Its superuser is for provisioning, never for a service. */
export interface PostgresServer extends LocalServer {
  /** Address of the superuser, database `postgres`; the same after `restart`. */
  readonly url: string;
}

const READY_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 20_000;
const STRAY_DEADLINE_MS = 15_000;
const POLL_MS = 25;
/** The message of the server while sessions of its killed predecessor are still ending. */
const PREDECESSOR_ENDING = /pre-existing shared memory block/;

interface Installation {
  readonly folder: PostgresFolder;
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
  readonly port: number;
  readonly url: string;
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/** Starts the server, with a new cluster on first use; resolves when it answers. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const log = options.log ?? (() => undefined);
  const dataDir = resolve(options.dataDir);
  const user = unprivilegedUser(join(dataDir, 'cluster'));
  const binaries = await postgresBinaries(user);
  const folder = preparePostgresFolder(dataDir, user);
  if (await clearPidFile(folder.cluster)) log('stopped a PostgreSQL left by an earlier run');
  if (options.port) await assertPortFree(options.port, 'PostgreSQL');
  const port = options.port ?? (await freePort());
  const url = `postgres://postgres:${folder.password}@127.0.0.1:${port}/postgres`;
  const installation = { folder, binaries, user, port, url, durable: options.durable, log };
  if (!existsSync(folder.cluster)) await createCluster(installation);
  return localServer({ url, port }, async () => {
    await clearPidFile(folder.cluster);
    return launch(installation);
  });
}

/**
 * Removes an old `postmaster.pid`. After kill -9 the file stays; its pid may now be another
 * program, which would block the next start. A real server of an earlier run is stopped. Returns
 * true if there was one.
 */
async function clearPidFile(cluster: string): Promise<boolean> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const wasRunning =
    pid > 0 &&
    (await endStray({ pid, marker: cluster, stopSignal: 'SIGINT', deadlineMs: STRAY_DEADLINE_MS }));
  // Sessions of the dead server may live on for a moment; the server itself checks for them by its
  // shared memory, file or no file.
  rmSync(file, { force: true });
  return wasRunning;
}

/** A cluster appears whole: one whose making was cut short is made again. */
async function createCluster({ folder, binaries, user, durable, log }: Installation) {
  log('creating the PostgreSQL cluster');
  const draft = `${folder.cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const args = ['-D', draft, '-U', 'postgres', '--auth=scram-sha-256', '-E', 'UTF8', '--locale=C'];
  if (!durable) args.push('--no-sync');
  const child = spawn(binaries.initdb, [...args, `--pwfile=${folder.passwordFile}`], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    const lines = complaint.trim().split('\n');
    throw new StartError(
      'DIED',
      `PostgreSQL could not create its data folder: ${lines[0]}.`,
      lines,
    );
  }
  renameSync(draft, folder.cluster);
}

async function launch(installation: Installation): Promise<ManagedProcess> {
  const deadline = performance.now() + patient(READY_DEADLINE_MS);
  for (;;) {
    const server = await spawnServer(installation);
    try {
      await answers(server, { url: installation.url, deadline });
      return server;
    } catch (error) {
      await server.stop();
      const ending = server.lastLines().some((line) => PREDECESSOR_ENDING.test(line));
      if (!ending || performance.now() > deadline) throw error;
      await pause(POLL_MS);
    }
  }
}

function spawnServer({ folder, binaries, user, port, durable }: Installation) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
  return ManagedProcess.start({
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: ['-D', folder.cluster, ...settings.flatMap((setting) => ['-c', setting])],
    cwd: '/',
    user,
    logFile: folder.logFile,
    stopSignal: 'SIGINT',
    stopDeadlineMs: STOP_DEADLINE_MS,
  });
}

async function answers(
  server: ManagedProcess,
  { url, deadline }: { readonly url: string; readonly deadline: number },
): Promise<void> {
  for (;;) {
    if (!server.running) await server.failOnExit();
    const complaint = await whyNotConnected(url);
    if (!complaint) return;
    if (performance.now() > deadline) {
      throw new StartError('NOT_READY', `PostgreSQL did not answer in time: ${complaint}.`);
    }
    await pause(POLL_MS);
  }
}
