import type { Environment, SystemLayout } from './environment.js';
import type { System } from './system.js';

export interface RunningService {
  readonly name: string;
  readonly url: string;
  readonly internalUrl: string;
  readonly environment: Environment;
}

/** A system that another process starts and stops: addresses and credentials, no processes. */
export interface RunningSystem {
  readonly layout: SystemLayout;
  readonly dataDir: string;
  /** PostgreSQL as its administrator, who sees every row of every service. */
  readonly adminUrl: string;
  /** `host:port`, joined by commas. */
  readonly kafkaBrokers: string;
  /** Base address of the public interface: the gateway's. */
  readonly baseUrl: string;
  /** Throws for a service that is not part of the system. */
  service(name: string): RunningService;
}

/** A running system as JSON, for other processes. */
export interface SystemDescription {
  readonly dataDir: string;
  readonly layout: SystemLayout;
  readonly adminUrl: string;
  readonly services: readonly RunningService[];
}

export function describeSystem(system: System): SystemDescription {
  const { dataDir, layout, adminUrl } = system;
  const services = system.services.map(({ name, url, internalUrl, environment }) => ({
    name,
    url,
    internalUrl,
    environment,
  }));
  return { dataDir, layout, adminUrl, services };
}

/** The system of a description. */
export class DescribedSystem implements RunningSystem {
  constructor(readonly description: SystemDescription) {}

  get layout(): SystemLayout {
    return this.description.layout;
  }

  get dataDir(): string {
    return this.description.dataDir;
  }

  get adminUrl(): string {
    return this.description.adminUrl;
  }

  get kafkaBrokers(): string {
    return this.layout.kafkaBrokers;
  }

  get baseUrl(): string {
    return this.service('gateway').url;
  }

  service(name: string): RunningService {
    const found = this.description.services.find((service) => service.name === name);
    if (!found) throw new Error(`${name} is not part of the running system`);
    return found;
  }
}
