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
/** A built checkout of the release before: with it, every first replica is of that release. */
const PREVIOUS_RELEASE = process.env['PREVIOUS_RELEASE'];
const SERVICES = SYSTEM_SERVICES.map(({ name }) => name).filter((name) => name !== 'sandbox');

interface Doubled {
  readonly name: string;
  readonly replicas: ServiceProcess[];
  readonly open: Balancer;
  readonly internal: Balancer;
}

/** The system with two processes of each service, which reach each other through balancers. */
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
    const services = await Promise.all(
      balanced.map(async (each) => {
        const first = system.service(each.name);
        return { ...each, replicas: [first, first.replica(await replicaPorts(PREVIOUS_RELEASE))] };
      }),
    );
    const doubled = new DoubledSystem(system, services);
    await Promise.all(services.map((service) => doubled.begin(service, 1)));
    return doubled;
  }

  /** Where the world reaches the gateway. */
  get url(): string {
    return this.service('gateway').open.url;
  }

  /** The processes of all services at one place, one after the other as a roll-out does. */
  async rollOut(): Promise<void> {
    for (const place of [0, 1]) {
      await Promise.all(
        this.services.map(async (service) => {
          await this.end(service, place);
          await this.upgrade(service, place);
          await this.begin(service, place);
        }),
      );
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map(({ replicas }) => replicas[1]?.stop()));
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

  /** As a platform does: no new connections, a pause, SIGTERM, and the end of what is under way. */
  private async end(service: Doubled, place: number): Promise<void> {
    this.deal(service, [1 - place]);
    await pause(PRE_STOP_MS);
    await service.replicas[place]?.stop();
  }

  /** What was of the release before is of this one from now on. */
  private async upgrade(service: Doubled, place: number): Promise<void> {
    const [first] = service.replicas;
    if (!PREVIOUS_RELEASE || place === 0 || !first) return;
    service.replicas[place] = first.replica(await replicaPorts());
  }

  private async begin(service: Doubled, place: number): Promise<void> {
    await service.replicas[place]?.start();
    await service.replicas[place]?.ready();
    this.deal(service, [0, 1]);
  }

  private deal({ replicas, open, internal }: Doubled, places: readonly number[]): void {
    const portsOf = (address: (replica: ServiceProcess) => string) =>
      places.map((place) => {
        const replica = replicas[place];
        if (!replica) throw new Error('there are two replicas');
        return Number(new URL(address(replica)).port);
      });
    open.use(portsOf(({ url }) => url));
    internal.use(portsOf(({ internalUrl }) => internalUrl));
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
