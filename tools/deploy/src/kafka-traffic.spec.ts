import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { definitionOf, definitionsOf, SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import { consumedBy, rightsOfServices } from './kafka-traffic.js';

interface Declared {
  readonly consumes: readonly { readonly topic: string }[];
  readonly followsCustomerApps?: boolean;
}

/** What the service's own definition says. */
async function topicsOf(service: ServiceName): Promise<string[]> {
  const file = resolve(`apps/${service}/src/${service}.service.ts`);
  expect(existsSync(file)).toBe(true);
  const exported = Object.values((await import(file)) as Record<string, Partial<Declared>>);
  const { consumes, followsCustomerApps = true } = exported.find(
    (each): each is Declared => each.consumes !== undefined,
  ) ?? { consumes: [] };
  const apps = followsCustomerApps ? definitionsOf('customer_app.created') : [];
  return [...new Set([...apps, ...consumes].map(({ topic }) => topic))].sort();
}

describe('the rights of services at Kafka', () => {
  it.each(SERVICE_NAMES)('let %s read its consumed topics, and no others', async (service) => {
    const topics = consumedBy(service).map(({ topic }) => topic);
    expect(topics.sort()).toEqual(await topicsOf(service));
  });

  it('let only the gateway write events about customer apps', () => {
    const writers = rightsOfServices().filter(([, rights]) =>
      rights.some(
        ({ may, name }) => may === 'write' && name === definitionOf('customer_app.created').topic,
      ),
    );
    expect(writers.map(([service]) => service)).toEqual(['gateway']);
  });
});
