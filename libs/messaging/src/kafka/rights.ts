import { dltTopic, eventRegistry, type EventRegistry, type ServiceName } from '@towpath/contracts';
import type { AclEntry, Admin } from 'kafkajs';

/** Numbers of Kafka's protocol: KafkaJS does not export its own to modules. */
const OPERATIONS = { read: 3, write: 4 } as const;
const RESOURCES = { topic: 2, group: 3 } as const;
const ALLOW = 3;
const LITERAL = 3;

/** One thing that a user may do at the brokers. To write or to read includes to describe. */
export interface KafkaRight {
  readonly resource: 'topic' | 'group';
  readonly name: string;
  readonly may: 'read' | 'write';
}

/** The events that a service publishes and consumes. */
export interface EventTraffic {
  readonly service: ServiceName;
  /** Those it has handlers for. */
  readonly consumes: readonly { readonly topic: string }[];
  readonly registry?: EventRegistry;
}

/**
 * The minimal rights of a service whose topics exist: it writes its own events, reads the events
 * that it consumes in its own group, and copies parked messages to its own dead-letter topics.
 */
export function rightsOf({
  service,
  consumes,
  registry = eventRegistry,
}: EventTraffic): KafkaRight[] {
  const own = registry.all().filter(({ owner }) => owner === service);
  const read = topicsOf(consumes);
  const on = (may: KafkaRight['may']) => (name: string) => ({
    resource: 'topic' as const,
    name,
    may,
  });
  return [
    ...topicsOf(own).map(on('write')),
    ...read.map(on('read')),
    ...read.map((topic) => dltTopic(topic, service)).map(on('write')),
    ...(read.length > 0
      ? [{ resource: 'group' as const, name: service, may: 'read' as const }]
      : []),
  ];
}

/** Gives a user these rights, besides those it has. Doing it again changes nothing. */
export async function grantRights(
  admin: Pick<Admin, 'createAcls'>,
  user: string,
  rights: readonly KafkaRight[],
): Promise<void> {
  const acl = rights.map(({ resource, name, may }): AclEntry => ({
    principal: `User:${user}`,
    host: '*',
    permissionType: ALLOW,
    operation: OPERATIONS[may],
    resourceType: RESOURCES[resource],
    resourceName: name,
    resourcePatternType: LITERAL,
  }));
  await admin.createAcls({ acl });
}

function topicsOf(definitions: readonly { readonly topic: string }[]): string[] {
  return [...new Set(definitions.map(({ topic }) => topic))];
}
