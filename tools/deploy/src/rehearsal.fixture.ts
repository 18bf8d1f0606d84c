import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  freePort,
  type KafkaServer,
  type PostgresServer,
  startKafka,
  startPostgres,
  temporaryFolder,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { type ComposeFile, readCompose, ownServices, startWaves } from './compose.fixture.js';
import { canConfine, ConfinedProcess, type Confinement } from './confined-process.fixture.js';
import { buildImageFolder, type ImageFolder } from './image.fixture.js';
import { TlsProxy } from './tls-proxy.fixture.js';

// A busy machine needs long to load five programs at once.
const READY_DEADLINE_MS = 180_000;
const CONTAINER_PORTS = [8080, 8087, 9080] as const;

/**
 * compose.yaml without its engine: same programs, order, environment, secrets and confinement; behind
 * a proxy that ends TLS, on other host names.
 */
export class Rehearsal {
  readonly processes = new Map<string, ConfinedProcess>();
  /** Names in the order in which they became healthy, or completed. */
  readonly started: string[] = [];

  private constructor(
    readonly image: ImageFolder,
    readonly compose: ComposeFile,
    private readonly parts: {
      readonly folder: string;
      readonly ports: ReadonlyMap<string, number>;
      readonly postgres: PostgresServer;
      readonly kafka: KafkaServer;
      readonly proxy: TlsProxy;
    },
  ) {}

  static async prepare(): Promise<Rehearsal> {
    const folder = temporaryFolder();
    const secrets = join(folder, 'secrets');
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
    makeSecrets(secrets, postgres);
    const usersFile = join(secrets, 'kafka/users.conf');
    const kafka = await startKafka({ dataDir: join(folder, 'kafka'), usersFile });
    const ports = new Map<string, number>();
    for (const [name] of ownServices(readCompose())) {
      for (const port of CONTAINER_PORTS) ports.set(`${name}:${port}`, await freePort());
    }
    const address = (name: string) => `http://127.0.0.1:${ports.get(name)}`;
    const proxy = await TlsProxy.start(folder);
    proxy.target = address('gateway:8080');
    const compose = readCompose({
      PUBLIC_API_URL: proxy.url('api'),
      PUBLIC_PAGES_URL: proxy.url('pages'),
      TRUSTED_PROXIES: '127.0.0.0/8',
      SANDBOX_PUBLIC_URL: address('sandbox:8087'),
    });
    const image = await buildImageFolder(folder);
    return new Rehearsal(image, compose, { folder, ports, postgres, kafka, proxy });
  }

  /** Everything in the order of health; a service waits for what `depends_on` says. */
  async up(): Promise<void> {
    const ours = new Set(ownServices(this.compose).map(([name]) => name));
    for (const wave of startWaves(this.compose)) {
      const own = wave.filter((name) => ours.has(name));
      await Promise.all(own.map((name) => this.start(name)));
    }
  }

  /** Starts one container; resolves when it is healthy, or when a one-shot one has ended with 0. */
  async start(name: string): Promise<void> {
    const service = this.compose.services[name];
    const command = [...this.image.entrypoint, ...(service?.command ?? [])];
    const process = await ConfinedProcess.start(command, this.confinementOf(name));
    this.processes.set(name, process);
    if (service?.healthcheck?.disable) {
      const { code, output } = await process.ended;
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
    } else await this.healthy(name);
    this.started.push(name);
  }

  /** Where the world finds the gateway. */
  get proxy(): TlsProxy {
    return this.parts.proxy;
  }

  process(name: string): ConfinedProcess {
    const found = this.processes.get(name);
    if (!found) throw new Error(`${name} was not started`);
    return found;
  }

  /** Where a port of a container is on this machine. */
  url(name: string, port: (typeof CONTAINER_PORTS)[number] = 8080): string {
    return `http://127.0.0.1:${this.parts.ports.get(`${name}:${port}`)}`;
  }

  /** The image's own health check, run beside the program as an engine runs it. */
  async checkHealth(name: string): Promise<number | null> {
    const check = await ConfinedProcess.start(this.image.healthCheck, this.confinementOf(name));
    return (await check.ended).code;
  }

  /** The environment of a container for a program that runs outside of it. */
  environmentOutside(name: string): Record<string, string> {
    const secrets = this.secretsOf(name);
    const entries = Object.entries(this.environmentOf(name));
    return Object.fromEntries(
      entries.map(([key, value]) => [key, value.replaceAll('/run/secrets', secrets)]),
    );
  }

  confinementOf(name: string): Confinement {
    const environment = canConfine ? this.environmentOf(name) : this.environmentOutside(name);
    return { cwd: this.image.folder, secrets: this.secretsOf(name), environment };
  }

  async down(): Promise<void> {
    const running = [...this.processes.values()].filter((process) => process.running);
    await Promise.all(running.map((process) => process.terminate()));
    await this.proxy.stop();
    await Promise.all([this.parts.postgres.stop(), this.parts.kafka.stop()]);
    execFileSync('chmod', ['-R', 'u+w', this.parts.folder]);
    rmSync(this.parts.folder, { recursive: true, force: true });
  }

  /** The health check is a program, which would slow down the start that it asks about. */
  private async healthy(name: string): Promise<void> {
    const process = this.process(name);
    const ready = `${this.url(name, 9080)}/health/ready`;
    const isReady = () =>
      fetch(ready).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(
      async () => !process.running || ((await isReady()) && (await this.checkHealth(name)) === 0),
      { deadlineMs: READY_DEADLINE_MS, describe: () => `${name}: ${process.lastLines()}` },
    );
    if (!process.running) throw new Error(`${name} ended: ${process.lastLines()}`);
  }

  private secretsOf(name: string): string {
    return join(this.parts.folder, 'secrets', name);
  }

  /** What compose.yaml and the image say, with this machine's ports for the names of containers. */
  private environmentOf(name: string): Record<string, string> {
    const { ports, kafka } = this.parts;
    const said = { ...this.image.environment, ...this.compose.services[name]?.environment };
    const entries = Object.entries(said).map(([variable, value]) => [
      variable,
      value
        .replace(/^\d{4}$/, (port) => String(ports.get(`${name}:${port}`)))
        .replace('kafka:9092', kafka.brokers)
        .replace(/\/\/([a-z-]+:\d+)/g, (_, host: string) => `//127.0.0.1:${ports.get(host)}`),
    ]);
    return { ...(Object.fromEntries(entries) as Record<string, string>), HOST: '127.0.0.1' };
  }
}

/** By the script of the compose file; only where PostgreSQL is differs. */
function makeSecrets(secrets: string, { url, port }: PostgresServer): void {
  const administrator = join(secrets, 'migrate/database-admin-url');
  mkdirSync(dirname(administrator), { recursive: true });
  writeFileSync(administrator, url);
  execFileSync('sh', ['docker/make-secrets.sh', secrets]);
  for (const name of readdirSync(secrets, { recursive: true, encoding: 'utf8' })) {
    if (!/database-[a-z-]*url$/.test(name)) continue;
    const file = join(secrets, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('postgres:5432', `127.0.0.1:${port}`));
  }
}
