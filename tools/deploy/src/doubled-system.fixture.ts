import { setTimeout as pause } from 'node:timers/promises';
import {
  freePort,
  startSystem,
  SYSTEM_SERVICES,
  type ServiceProcess,
  type System,
  type SystemOptions,
} from '@towpath/local-system';
import { Balancer } from '@towpath/testing';

/** What a preStop pause is for: requests that were dealt out before have arrived. */
const PRE_STOP_MS = 300;
/** A built checkout of the release before: with it, what is replaced is of that release. */
const PREVIOUS_RELEASE = process.env['PREVIOUS_RELEASE'];
const SERVICES = SYSTEM_SERVICES.map(({ name }) => name).filter((name) => name !== 'sandbox');

/** A service, whose processes the others reach through balancers. */
interface Doubled extends Balanced {
  readonly first: ServiceProcess;
  /** One, and the next one beside it during a roll-out. */
  processes: readonly ServiceProcess[];
}

interface RollOut {
  /** Checkout of the new processes; this one when absent. */
  readonly root?: string | undefined;
  /** Awaited while both processes of each service serve. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** The system whose services are replaced as Kubernetes does it, behind balancers. */
export class DoubledSystem {
  private constructor(
    readonly system: System,
    private readonly services: readonly Doubled[],
  ) {}

  static async start(options: Pick<SystemOptions, 'dataDir' | 'settings'>): Promise<DoubledSystem> {
    const balanced = await Promise.all(
      SERVICES.map(async (name) => ({
        name,
        open: await Balancer.start(),
        internal: await Balancer.start(),
      })),
    );
    const settings = Object.fromEntries(balanced.flatMap(addressesOf));
    const system = await startSystem({
      ...options,
      durable: false,
      settings: { ...settings, ...options.settings },
      onChosenPorts: (ports) => {
        for (const { name, open, internal } of balanced) {
          open.use([ports[name]?.port ?? 0]);
          internal.use([ports[name]?.internalPort ?? 0]);
        }
      },
    });
    const services = balanced.map((each) => {
      const first = system.service(each.name);
      return { ...each, first, processes: [first] };
    });
    const doubled = new DoubledSystem(system, services);
    if (PREVIOUS_RELEASE) await doubled.rollOut({ root: PREVIOUS_RELEASE });
    return doubled;
  }

  /** Where the world reaches the gateway. */
  get url(): string {
    return this.service('gateway').open.url;
  }

  /** A new process of each service serves beside the old one, which then ends. */
  async rollOut({ root, meanwhile }: RollOut = {}): Promise<void> {
    await Promise.all(this.services.map((service) => this.begin(service, root)));
    await meanwhile?.();
    await Promise.all(this.services.map((service) => this.end(service)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.flatMap(({ processes }) => processes.map((one) => one.stop())));
    await this.system.stop();
    for (const { open, internal } of this.services) {
      open.stop();
      internal.stop();
    }
  }

  private service(name: string): Doubled {
    const found = this.services.find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not doubled`);
    return found;
  }

  private async begin(service: Doubled, root?: string): Promise<void> {
    const next = service.first.replica(await replicaPorts(root));
    await next.start();
    await next.ready();
    this.deal(service, [...service.processes, next]);
  }

  /** As a platform does: no new connections, a pause, SIGTERM, and the end of what is under way. */
  private async end(service: Doubled): Promise<void> {
    const [old, ...next] = service.processes;
    this.deal(service, next);
    await pause(PRE_STOP_MS);
    await old?.stop();
  }

  private deal(service: Doubled, processes: readonly ServiceProcess[]): void {
    service.processes = processes;
    const portsOf = (address: (process: ServiceProcess) => string) =>
      processes.map((process) => Number(new URL(address(process)).port));
    service.open.use(portsOf(({ url }) => url));
    service.internal.use(portsOf(({ internalUrl }) => internalUrl));
  }
}

async function replicaPorts(root?: string) {
  return { port: await freePort(), internalPort: await freePort(), root };
}

interface Balanced {
  readonly name: string;
  readonly open: Balancer;
  readonly internal: Balancer;
}

function addressesOf({ name, open, internal }: Balanced): [string, string][] {
  const prefix = name.toUpperCase().replaceAll('-', '_');
  const own: [string, string] = [`${prefix}_INTERNAL_URL`, internal.url];
  if (name !== 'gateway') return [own, [`${prefix}_URL`, open.url]];
  return [own, ['PUBLIC_API_URL', open.url], ['PUBLIC_PAGES_URL', open.url]];
}
