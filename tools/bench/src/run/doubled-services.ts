import {
  freePort,
  type ServiceProcess,
  type System,
  type SystemOptions,
} from '@towpath/local-system';
import { Balancer } from '@towpath/testing';

/** Those of which (z) starts a second process. */
export const DOUBLED = ['payment-link', 'mandate', 'account-data', 'webhook-dispatch'] as const;
export type DoubledName = (typeof DOUBLED)[number];

interface Doubled {
  readonly name: DoubledName;
  readonly open: Balancer;
  readonly internal: Balancer;
}

/** Services behind separate balancers, so that a second process of each can start and stop. */
export class DoubledServices {
  private second: ServiceProcess[] = [];

  private constructor(private readonly services: readonly Doubled[]) {}

  static async start(): Promise<DoubledServices> {
    const services = DOUBLED.map(async (name) => ({
      name,
      open: await Balancer.start(),
      internal: await Balancer.start(),
    }));
    return new DoubledServices(await Promise.all(services));
  }

  /** Options with which the system must start. */
  get options(): Required<Pick<SystemOptions, 'settings' | 'onChosenPorts'>> {
    const settings = this.services.flatMap(({ name, open, internal }) => {
      const prefix = name.toUpperCase().replaceAll('-', '_');
      return [
        [`${prefix}_URL`, open.url],
        [`${prefix}_INTERNAL_URL`, internal.url],
      ];
    });
    return {
      settings: Object.fromEntries(settings) as Record<string, string>,
      onChosenPorts: (ports) => {
        for (const { name, open, internal } of this.services) {
          open.use([ports[name]?.port ?? 0]);
          internal.use([ports[name]?.internalPort ?? 0]);
        }
      },
    };
  }

  /** Processes of the service, one or two. */
  pidsOf(system: System, name: DoubledName): number[] {
    const added = this.second.find((process) => process.name.startsWith(`${name},`));
    const pids = [system.service(name).pid, added?.pid];
    return pids.filter((pid) => pid !== undefined);
  }

  /** Resolves when the second process of each serves, and new connections go to both by turns. */
  async startSecond(system: System): Promise<void> {
    this.second = await Promise.all(
      DOUBLED.map(async (name) => {
        const ports = { port: await freePort(), internalPort: await freePort() };
        const added = system.service(name).replica(ports);
        await added.start();
        await added.ready();
        return added;
      }),
    );
    this.deal(system);
  }

  /** No caller may send requests meanwhile, because open requests are cut off. */
  async stopSecond(system: System): Promise<void> {
    const gone = this.second;
    this.second = [];
    this.deal(system);
    await Promise.all(gone.map((process) => process.stop()));
  }

  /** After the system has ended. */
  async close(): Promise<void> {
    await Promise.all(this.second.map((process) => process.stop()));
    for (const { open, internal } of this.services) {
      open.stop();
      internal.stop();
    }
  }

  /** Connections that are kept would all stay at the first process. */
  private deal(system: System): void {
    for (const [place, { name, open, internal }] of this.services.entries()) {
      const processes = [system.service(name), this.second[place]];
      const all = processes.filter((process) => process !== undefined);
      open.use(all.map(({ url }) => Number(new URL(url).port)));
      internal.use(all.map(({ internalUrl }) => Number(new URL(internalUrl).port)));
      open.cut();
      internal.cut();
    }
  }
}
