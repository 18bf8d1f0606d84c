import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventRegistry } from '@towpath/contracts';
import {
  createKafkaClient,
  ensureTopics,
  grantRights,
  securityIn,
  untrustedBroker,
} from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { consumedBy, rightsOfServices } from './kafka-traffic.js';

export interface KafkaToPrepare {
  /** `host:port`, joined by commas. */
  readonly brokers: string;
  /** Folder with the administrator's `kafka-password`. */
  readonly folder: string;
  /** PEM file of the authorities that sign the brokers' certificates: with it, TLS. */
  readonly caFile?: string | undefined;
}

/** Makes all topics, then gives each service its rights and no more. Done again, nothing changes. */
export async function prepareKafka(order: KafkaToPrepare): Promise<void> {
  try {
    await prepare(order);
  } catch (error) {
    throw untrustedBroker(error) ?? error;
  }
}

async function prepare({ brokers, folder, caFile }: KafkaToPrepare): Promise<void> {
  const password = readFileSync(join(folder, 'kafka-password'), 'utf8').trim();
  const client = {
    brokers: brokers.split(','),
    ...securityIn(caFile ? { kafkaTls: true, kafkaCaFile: caFile } : {}),
    credentials: { username: 'admin', password, mechanism: 'plain' as const },
    logger: silentLogger(),
  };
  await ensureTopics({ ...client, definitions: eventRegistry.all() });
  for (const [service] of rightsOfServices()) {
    const definitions = consumedBy(service);
    if (definitions.length > 0) await ensureTopics({ ...client, definitions, groups: [service] });
  }
  const admin = createKafkaClient({ ...client, clientId: 'prepare' }).admin();
  await admin.connect();
  try {
    for (const [service, rights] of rightsOfServices()) await grantRights(admin, service, rights);
  } finally {
    await admin.disconnect();
  }
}
