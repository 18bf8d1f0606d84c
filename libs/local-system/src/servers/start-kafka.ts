import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
  copyFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assertPortFree, freePort } from './free-port.js';
import { findJava } from './java.js';
import { assertKafkaCanBeFetched, kafkaFiles, kafkaLibraries } from './kafka-libraries.js';
import { kafkaProperties, type KeyStore } from './kafka-properties.js';
import { kafkaAnswers } from './kafka-readiness.js';
import { localServer, ManagedProcess, type LocalServer } from './managed-process.js';
import { patient } from './patient.js';
import { endStray } from './process-table.js';
import { StartError } from './start-error.js';

/** Its warnings are about classes that it leaves out. */
const QUIET = '-Xlog:cds*=error';

/**
 * The class archive of the broker's JVM, in a file beside the jars. A start with it needs half the
 * CPU. The first broker that stops writes it. A JVM that cannot use the file, for example one of
 * another version, starts without it.
 */
class ClassArchive {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'broker.jsa');
  }

  /** For programs that only read it. */
  get readArguments(): string[] {
    return existsSync(this.file) ? [QUIET, `-XX:SharedArchiveFile=${this.file}`] : [];
  }

  /** For a broker: reads the archive or, while there is none, writes one to `newFile` at its end. */
  brokerArguments(newFile: string): string[] {
    return existsSync(this.file)
      ? this.readArguments
      : [QUIET, `-XX:ArchiveClassesAtExit=${newFile}`];
  }

  /** Stores the archive that a broker wrote, if any. With several brokers the last one stays. */
  keep(newFile: string): void {
    if (!existsSync(newFile)) return;
    const draft = `${this.file}.${process.pid}`;
    copyFileSync(newFile, draft);
    renameSync(draft, this.file);
    rmSync(newFile);
  }
}

export interface KafkaOptions {
  /** Folder of the broker's own; made on first use, kept for the next start. */
  readonly dataDir: string;
  /** A free one when absent. */
  readonly port?: number | undefined;
  /**
   * JAAS file whose section `users.KafkaServer` has the users; without it, everyone may do
   * everything.
   */
  readonly usersFile?: string | undefined;
  /** With `usersFile`: the port uses TLS. */
  readonly keyStore?: KeyStore | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

/** A real Apache Kafka of one broker. */
export interface KafkaServer extends LocalServer {
  /** `127.0.0.1:port`; the same after `restart`. */
  readonly brokers: string;
  /** Where everyone may do everything; with `usersFile`, another port than that of `brokers`. */
  readonly openBrokers: string;
}

const READY_DEADLINE_MS = 90_000;
const STOP_DEADLINE_MS = 30_000;
const POLL_MS = 50;
const JVM = ['-Xmx192m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

interface Installation {
  readonly java: string;
  readonly classPath: string;
  readonly archive: ClassArchive;
  readonly dataDir: string;
  readonly properties: string;
  readonly port: number;
  readonly usersFile: string | undefined;
  /** For users: where the broker itself is. */
  readonly brokerPort: number | undefined;
  readonly keyStore: KeyStore | undefined;
}

/** Starts the broker, with an empty log on first use; resolves when it serves clients. */
export async function startKafka(options: KafkaOptions): Promise<KafkaServer> {
  const log = options.log ?? (() => undefined);
  const dataDir = resolve(options.dataDir);
  const java = findJava();
  const libraries = await kafkaLibraries(log);
  const classPath = join(libraries, '*');
  const archive = new ClassArchive(libraries);
  mkdirSync(dataDir, { recursive: true });
  const properties = join(dataDir, 'server.properties');
  if (await endLeftBroker(dataDir)) log('stopped a Kafka left by an earlier run');
  if (options.port) await assertPortFree(options.port, 'Kafka');
  const port = options.port ?? (await freePort());
  const { usersFile, keyStore } = options;
  const brokerPort = usersFile ? await freePort() : undefined;
  const where = { java, classPath, archive, dataDir, properties, port };
  const installation = { ...where, usersFile, brokerPort, keyStore };
  const brokers = `127.0.0.1:${port}`;
  const openBrokers = `127.0.0.1:${brokerPort ?? port}`;
  return localServer({ port, brokers, openBrokers }, async () => {
    await writeProperties(installation);
    if (!existsSync(join(dataDir, 'log', 'meta.properties'))) await format(installation);
    return launch(installation);
  });
}

/** Throws at once if this machine lacks what a broker needs: Java, and Maven for the first time. */
export function assertKafkaCanStart(): void {
  findJava();
  assertKafkaCanBeFetched();
}

/** A broker of an earlier run holds the lock of the data folder: it must end first. */
async function endLeftBroker(dataDir: string): Promise<boolean> {
  const file = join(dataDir, 'broker.pid');
  if (!existsSync(file)) return false;
  return endStray({
    pid: Number(readFileSync(file, 'utf8')),
    marker: join(dataDir, 'server.properties'),
    stopSignal: 'SIGTERM',
    deadlineMs: STOP_DEADLINE_MS,
  });
}

/** Written at every start: only the log folder is data, ports may change between runs. */
async function writeProperties(installation: Installation): Promise<void> {
  const { dataDir, properties, port, brokerPort, keyStore } = installation;
  const dataFolder = join(dataDir, 'log');
  const layout = { port, controllerPort: await freePort(), dataFolder, brokerPort, keyStore };
  writeFileSync(properties, kafkaProperties(layout));
}

async function format(installation: Installation): Promise<void> {
  const clusterId = randomBytes(16).toString('base64url');
  // Joined by `=`: one in 64 IDs begins with `-` and would be taken for an option.
  const arguments_ = ['format', '--ignore-formatted', `--cluster-id=${clusterId}`];
  const formatter = await run(installation, 'kafka.tools.StorageTool', {
    jvm: installation.archive.readArguments,
    args: [...arguments_, '-c', installation.properties],
    logFile: 'format.log',
  });
  const { code } = await formatter.exit;
  if (code === 0) return;
  const lines = formatter.lastLines();
  throw new StartError('DIED', `Kafka could not prepare its data folder: ${lines.at(-1)}`, lines);
}

async function launch(installation: Installation): Promise<ManagedProcess> {
  const { archive, dataDir } = installation;
  const newArchive = join(dataDir, 'classes.jsa');
  const broker = await run(installation, 'kafka.Kafka', {
    jvm: archive.brokerArguments(newArchive),
    args: [installation.properties],
    logFile: 'server.log',
  });
  void broker.exit.then(() => archive.keep(newArchive));
  writeFileSync(join(dataDir, 'broker.pid'), String(broker.pid));
  const deadline = performance.now() + patient(READY_DEADLINE_MS);
  const port = installation.brokerPort ?? installation.port;
  while (!(await kafkaAnswers({ host: '127.0.0.1', port }))) {
    if (!broker.running) await broker.failOnExit();
    if (performance.now() > deadline) {
      const lines = broker.lastLines();
      await broker.kill();
      throw new StartError('NOT_READY', 'Kafka did not answer in time.', lines);
    }
    await pause(POLL_MS);
  }
  return broker;
}

interface JavaProgram {
  readonly jvm: readonly string[];
  readonly args: readonly string[];
  readonly logFile: string;
}

function run(
  { java, classPath, dataDir, usersFile }: Installation,
  mainClass: string,
  { jvm, args, logFile }: JavaProgram,
): Promise<ManagedProcess> {
  const logging = `-Dlog4j2.configurationFile=${join(kafkaFiles(), 'log4j2.properties')}`;
  const login = usersFile ? [`-Djava.security.auth.login.config=${resolve(usersFile)}`] : [];
  return ManagedProcess.start({
    name: 'Kafka',
    command: java,
    args: [...JVM, ...jvm, ...login, logging, '-cp', classPath, mainClass, ...args],
    logFile: join(dataDir, logFile),
    stopSignal: 'SIGTERM',
    stopDeadlineMs: STOP_DEADLINE_MS,
  });
}
