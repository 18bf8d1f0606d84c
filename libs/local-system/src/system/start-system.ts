import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessExit } from '../servers/managed-process.js';
import { assertKafkaCanStart, type KafkaServer } from '../servers/start-kafka.js';
import type { PostgresServer } from '../servers/start-postgres.js';
import { StartError } from '../servers/start-error.js';
import { workspaceRoot } from '../workspace.js';
import { environmentOf, internalUrlOf, publicUrlOf, type SystemLayout } from './environment.js';
import { ensureKeys, type LauncherSecrets } from './keys.js';
import { migrateDatabases } from './migrations.js';
import { choosePorts, type SystemPorts } from './ports.js';
import { RunFile, type StartedPart } from './run-file.js';
import { startServers, type SystemServers } from './servers.js';
import { builtProgram, ServiceProcess } from './service-process.js';
import { SYSTEM_SERVICES, type ServiceDefinition } from './services.js';
import { stopParts, System } from './system.js';
import { passwordHash, provisionDatabase, type DatabaseUrls } from '@towpath/persistence';
import { eventRegistry } from '@towpath/contracts';
import { ensureTopics } from '@towpath/messaging';

export interface SystemOptions {
  /** Folder of everything that is kept between runs: databases, Kafka's log, keys, logs. */
  readonly dataDir: string;
  /** Port of the gateway, the others follow; any free ports when absent. */
  readonly basePort?: number | undefined;
  /** False only in tests: PostgreSQL does not wait for the disk then. */
  readonly durable: boolean;
  /** The whole system when absent. The first one listens on `basePort`. */
  readonly services?: readonly ServiceDefinition[];
  /** Folder that the services' folders are in; the checkout when absent. */
  readonly root?: string;
  /** Address of an existing PostgreSQL's administrator. */
  readonly databaseUrl?: string | undefined;
  /** Existing brokers as host:port, joined by commas. */
  readonly kafkaBrokers?: string | undefined;
  /** Variables for all services that win over ours, such as LOG_LEVEL or PUBLIC_API_URL. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Connectors of real processors speak to the doubles of these in the sandbox; for tests only. */
  readonly usesDoubles?: boolean;
  readonly log?: (line: string) => void;
  /** Called with the port of each service, before the first one starts. */
  readonly onChosenPorts?: (ports: SystemPorts['services']) => void;
  /** Called when a part ends without a request, after the start. */
  readonly onUnexpectedEnd?: (end: StartError, part: EndedPart) => void;
}

/** A process of the system that ended. */
export interface EndedPart {
  readonly name: string;
  /**
   * Starts it again on its data and port. Rejects with StartError when a server does not come up;
   * a service that does not is reported as another end.
   */
  start(): Promise<void>;
}

interface Start extends SystemOptions {
  readonly services: readonly ServiceDefinition[];
  readonly root: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
  /** Set when everything serves: from then on an end is reported instead of failing the start. */
  started: boolean;
}

/**
 * Starts the whole system on a data folder and resolves when every service is ready. After a
 * failure nothing keeps running, and the error describes the failure in one sentence.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { services = SYSTEM_SERVICES, root = workspaceRoot(), settings = {} } = options;
  const log = options.log ?? (() => undefined);
  const start: Start = { ...options, services, root, settings, log, started: false };
  for (const { folder } of services) {
    for (const program of ['main.js', 'migrate.js']) builtProgram({ root, folder, program });
  }
  if (!options.kafkaBrokers) assertKafkaCanStart();
  const runFile = await claim(start);
  const names = services.map(({ name }) => name);
  const ports = await choosePorts({ services: names, basePort: options.basePort, log });
  options.onChosenPorts?.(ports.services);
  const servers = await startServers({ ...start, ports });
  for (const server of ownServers(servers)) runFile.add(recordOf(server));
  const processes: ServiceProcess[] = [];
  const parts = { servers, services: processes, runFile };
  try {
    const serverEnd = endOfServers(start, servers, runFile);
    const layout = await Promise.race([prepare(start, { servers, ports }), serverEnd]);
    processes.push(...services.map((service) => processOf(start, { service, layout, runFile })));
    await Promise.race([startAll(processes, log), serverEnd]);
    start.started = true;
    return new System(parts, layout, options.dataDir);
  } catch (error) {
    await stopParts(parts);
    throw error;
  }
}

async function claim({ dataDir, log }: Start): Promise<RunFile> {
  makeDataDir(dataDir);
  const runFile = new RunFile(join(dataDir, 'run.json'));
  const left = await runFile.claim();
  if (left.length > 0) log(`stopped what an earlier run left: ${left.join(', ')}`);
  return runFile;
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new StartError('DATA_FOLDER', `The data folder ${dataDir} cannot be used: ${reason}.`);
  }
}

/** Keys, databases, their tables, topics: what must be there before a service starts. */
async function prepare(
  start: Start,
  { servers, ports }: { readonly servers: SystemServers; readonly ports: SystemPorts },
): Promise<SystemLayout> {
  const { root, services, settings, log } = start;
  const keysDir = join(start.dataDir, 'keys');
  const secrets = ensureKeys(keysDir, services);
  if (secrets.hasNewPassword) {
    log(`the console's password, shown once: ${secrets.consolePassword}`);
  }
  const layout: SystemLayout = {
    ports: ports.services,
    databases: await provisionDatabases(servers.adminUrl, services, secrets),
    kafkaBrokers: servers.kafkaBrokers,
    keysDir,
    root,
    sandboxGatewaySecret: secrets.sandboxGatewaySecret,
    consolePasswordHash: await passwordHash(secrets.consolePassword),
    settings,
    usesDoubles: start.usesDoubles ?? false,
  };
  log('bringing the databases up to date');
  const topics = ensureAllTopics(servers.kafkaBrokers);
  await Promise.all([
    migrateDatabases({ root, services, layout, logsDir: logsDir(start) }),
    topics,
  ]);
  return layout;
}

interface ProcessRequest {
  readonly service: ServiceDefinition;
  readonly layout: SystemLayout;
  readonly runFile: RunFile;
}

function processOf(start: Start, { service, layout, runFile }: ProcessRequest): ServiceProcess {
  const { name, folder } = service;
  return new ServiceProcess({
    name,
    entry: builtProgram({ root: start.root, folder, program: 'main.js' }),
    cwd: start.root,
    environment: environmentOf(service, layout),
    url: publicUrlOf(name, layout),
    internalUrl: internalUrlOf(name, layout),
    logFile: join(logsDir(start), `${name}.log`),
    onStart: (pid) => runFile.add({ name, pid }),
    onUnexpectedEnd: (ended, exit) => {
      if (start.started) start.onUnexpectedEnd?.(endError({ name, exit, part: ended }), ended);
    },
  });
}

async function startAll(
  services: readonly ServiceProcess[],
  log: (line: string) => void,
): Promise<void> {
  log(`starting ${services.map(({ name }) => name).join(', ')}`);
  const begin = performance.now();
  await Promise.all(
    services.map(async (service) => {
      await service.start();
      await service.ready();
      log(`${service.name} is ready after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    }),
  );
}

interface OwnServer {
  readonly name: 'PostgreSQL' | 'Kafka';
  readonly part: PostgresServer | KafkaServer;
}

function ownServers({ postgres, kafka }: SystemServers): OwnServer[] {
  return [
    ...(postgres ? [{ name: 'PostgreSQL' as const, part: postgres }] : []),
    ...(kafka ? [{ name: 'Kafka' as const, part: kafka }] : []),
  ];
}

function recordOf({ name, part: { pid } }: OwnServer): StartedPart {
  return name === 'PostgreSQL' ? { name, pid, stopSignal: 'SIGINT' } : { name, pid };
}

/** Rejects when a server of ours ends during the start; reports it when that happens later. */
async function endOfServers(
  start: Start,
  servers: SystemServers,
  runFile: RunFile,
): Promise<never> {
  const ends = ownServers(servers).map(
    (server) => new Promise<never>((_, reject) => watch(start, { server, runFile, reject })),
  );
  return Promise.race(ends);
}

interface Watch {
  readonly server: OwnServer;
  readonly runFile: RunFile;
  readonly reject: (end: StartError) => void;
}

function watch(start: Start, watched: Watch): void {
  const { name, part } = watched.server;
  void part.exit.then((exit) => {
    if (exit.expected) return;
    const end = endError({ name, exit, part });
    if (!start.started) return watched.reject(end);
    start.onUnexpectedEnd?.(end, {
      name,
      start: async () => {
        await part.restart();
        watched.runFile.add(recordOf(watched.server));
        watch(start, watched);
      },
    });
  });
}

function endError(end: {
  readonly name: string;
  readonly exit: ProcessExit;
  readonly part: { lastLines(): string[] };
}): StartError {
  const how = end.exit.signal ?? `exit code ${end.exit.code}`;
  return new StartError('DIED', `${end.name} ended unexpectedly (${how}).`, end.part.lastLines());
}

function logsDir({ dataDir }: Start): string {
  return join(dataDir, 'logs');
}

/** One database with its three roles per service; existing ones keep their data. */
async function provisionDatabases(
  adminUrl: string,
  services: readonly ServiceDefinition[],
  { databasePasswords }: Pick<LauncherSecrets, 'databasePasswords'>,
): Promise<Record<string, DatabaseUrls>> {
  const databases: Record<string, DatabaseUrls> = {};
  // One after the other: databases that are made at the same time wait for each other's template.
  for (const { name } of services) {
    const password = (role: string): string => databasePasswords[`${name}.${role}`] ?? '';
    const passwords = {
      owner: password('owner'),
      app: password('app'),
      worker: password('worker'),
    };
    databases[name] = await provisionDatabase({ adminUrl, service: name, passwords }).catch(
      (error: Error) => {
        const reason = `The database of ${name} cannot be prepared: ${error.message}.`;
        throw new StartError('DIED', reason);
      },
    );
  }
  return databases;
}

/** Makes the topics of all events that do not exist yet; `brokers` are joined by commas. */
async function ensureAllTopics(brokers: string): Promise<void> {
  const request = { brokers: brokers.split(','), definitions: eventRegistry.all() };
  await ensureTopics(request).catch((error: Error) => {
    throw new StartError('DIED', `The Kafka topics cannot be prepared: ${error.message}.`);
  });
}
