import { assertPortFree, freePort, isPortFree } from '../servers/free-port.js';

export interface ServicePorts {
  /** Public operations, reached through the gateway. */
  readonly port: number;
  /** Calls between services and metrics. */
  readonly internalPort: number;
}

export interface SystemPorts {
  readonly services: Readonly<Record<string, ServicePorts>>;
  readonly postgres: number;
  readonly kafka: number;
}

/** Ports of internal listeners start here above the gateway's; +10 is left to a user's own app. */
const INTERNAL_OFFSET = 11;
const SERVER_OFFSET = 21;

/** The preferred port of each part: the gateway on `basePort`, all others above it. */
export function preferredPorts(services: readonly string[], basePort: number): SystemPorts {
  const entries = services.map((name, index): [string, ServicePorts] => [
    name,
    { port: basePort + index, internalPort: basePort + INTERNAL_OFFSET + index },
  ]);
  const servers = basePort + SERVER_OFFSET;
  return { services: Object.fromEntries(entries), postgres: servers, kafka: servers + 1 };
}

export interface PortChoice {
  /** In order; the port of the first one is promised to users and is never replaced. */
  readonly services: readonly string[];
  /** All ports are any free ones when absent. */
  readonly basePort?: number | undefined;
  readonly log: (line: string) => void;
}

/**
 * Replaces preferred ports that are taken, saying so; refuses with PORT_TAKEN when it is the first
 * service's own.
 */
export async function choosePorts({ services, basePort, log }: PortChoice): Promise<SystemPorts> {
  const choose = async (wantedBy: string, preferred: number): Promise<number> => {
    if (basePort === undefined) return freePort();
    if (await isPortFree(preferred)) return preferred;
    const port = await freePort();
    log(`port ${preferred} is taken, so ${wantedBy} uses ${port}`);
    return port;
  };
  const preferred = preferredPorts(services, basePort ?? 0);
  const [first = ''] = services;
  if (basePort !== undefined) await assertPortFree(basePort, `the ${first}`);
  const chosen: Record<string, ServicePorts> = {};
  for (const [name, ports] of Object.entries(preferred.services)) {
    chosen[name] = {
      port: await choose(name, ports.port),
      internalPort: await choose(name, ports.internalPort),
    };
  }
  return {
    services: chosen,
    postgres: await choose('PostgreSQL', preferred.postgres),
    kafka: await choose('Kafka', preferred.kafka),
  };
}
