import type { KafkaServer } from '../servers/start-kafka.js';
import type { PostgresServer } from '../servers/start-postgres.js';
import type { SystemLayout } from './environment.js';
import type { RunFile } from './run-file.js';
import type { SystemServers } from './servers.js';
import type { ServiceProcess } from './service-process.js';

export interface SystemParts {
  readonly servers: SystemServers;
  readonly services: readonly ServiceProcess[];
  readonly runFile: RunFile;
}

/** A running system whose parts can be killed and started again one by one. */
export class System {
  constructor(
    private readonly parts: SystemParts,
    readonly layout: SystemLayout,
    /** Folder of everything that is kept between runs. */
    readonly dataDir: string,
  ) {}

  /** Base address of the public interface: the gateway's. */
  get baseUrl(): string {
    return this.service('gateway').url;
  }

  /** URL of the public interface for callers: `baseUrl`, unless PUBLIC_API_URL is set. */
  get publicUrl(): string {
    return this.service('gateway').environment['PUBLIC_API_URL'] ?? this.baseUrl;
  }

  /** Where payers reach the hosted pages. */
  get pagesUrl(): string {
    return this.service('gateway').environment['PUBLIC_PAGES_URL'] ?? this.publicUrl;
  }

  /** Where operators reach the console; undefined if there is none. */
  get consoleUrl(): string | undefined {
    return this.service('gateway').environment['PUBLIC_CONSOLE_URL'];
  }

  /** Address of PostgreSQL's administrator: it sees every row of every service. */
  get adminUrl(): string {
    return this.parts.servers.adminUrl;
  }

  /** `host:port`, joined by commas. */
  get kafkaBrokers(): string {
    return this.parts.servers.kafkaBrokers;
  }

  /** Undefined when an existing server is used: that one is not ours to kill. */
  get postgres(): PostgresServer | undefined {
    return this.parts.servers.postgres;
  }

  /** Undefined when existing brokers are used. */
  get kafka(): KafkaServer | undefined {
    return this.parts.servers.kafka;
  }

  get services(): readonly ServiceProcess[] {
    return this.parts.services;
  }

  /** Throws for a service that is not part of this system. */
  service(name: string): ServiceProcess {
    const found = this.services.find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not part of this system`);
    return found;
  }

  /** Ends everything cleanly; the data stay. */
  async stop(): Promise<void> {
    await stopParts(this.parts);
  }

  /** Everything at once by SIGKILL. The data folder stays as a crash leaves it. */
  async kill(): Promise<void> {
    await Promise.all([
      ...this.services.map((service) => service.kill()),
      this.kafka?.kill(),
      this.postgres?.kill(),
    ]);
  }
}

/** Stops services first, so that they can finish their work; then Kafka and PostgreSQL. */
export async function stopParts({ servers, services, runFile }: SystemParts): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all([servers.kafka?.stop(), servers.postgres?.stop()]);
  runFile.remove();
}
