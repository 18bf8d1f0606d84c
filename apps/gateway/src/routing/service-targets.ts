import type { ServiceName } from '@towpath/contracts';
import { PeerUnavailable } from '@towpath/http';
import { ServiceTarget } from './service-target.js';

/** The services behind the gateway, by name. */
export class ServiceTargets {
  private readonly targets: ReadonlyMap<ServiceName, ServiceTarget>;

  constructor(urls: Readonly<Partial<Record<ServiceName, string>>>) {
    this.targets = new Map(
      Object.entries(urls).map(([name, url]) => {
        const service = name as ServiceName;
        return [service, new ServiceTarget(service, url)];
      }),
    );
  }

  of(service: ServiceName): ServiceTarget {
    const target = this.targets.get(service);
    if (target) return target;
    throw new PeerUnavailable(service, 'NOT_SENT', { reason: 'its address is not configured' });
  }

  async close(): Promise<void> {
    await Promise.all([...this.targets.values()].map((target) => target.close()));
  }
}
