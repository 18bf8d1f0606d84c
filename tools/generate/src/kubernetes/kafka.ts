import { eventRegistry, type ServiceName } from '@towpath/contracts';
import { rightsOf, type KafkaRight } from '@towpath/messaging';
import { TOPIC_SETTINGS, type ServiceManifest } from '../manifests.js';
import { KAFKA_CLUSTER, PART_OF } from './platform.js';
import type { Resource } from './workload.js';

const API = 'kafka.strimzi.io/v1';
const DAY_MS = 24 * 60 * 60 * 1000;
const REPLICAS = 3;
/** Reads how far behind the groups are: for the autoscaler. */
export const SCALER_USER = 'autoscaler';

const metadata = (name: string) => ({
  name,
  labels: { 'strimzi.io/cluster': KAFKA_CLUSTER, 'app.kubernetes.io/part-of': PART_OF },
});

/** One object per topic and per topic of dead letters, as the services make them at start. */
export function kafkaTopics(manifests: readonly ServiceManifest[]): Resource[] {
  const { partitions, deadLetterPartitions } = TOPIC_SETTINGS;
  const events = new Set(eventRegistry.all().map(({ topic }) => topic));
  const parked = manifests.flatMap(({ topics }) => topics.deadLetters);
  return [
    ...[...events].sort().map((name) => kafkaTopic(name, partitions)),
    ...parked.sort().map((name) => kafkaTopic(name, deadLetterPartitions)),
  ];
}

function kafkaTopic(name: string, partitions: number): Resource {
  return {
    apiVersion: API,
    kind: 'KafkaTopic',
    metadata: metadata(name),
    spec: {
      partitions,
      replicas: REPLICAS,
      config: {
        'cleanup.policy': 'delete',
        'retention.ms': TOPIC_SETTINGS.retentionDays * DAY_MS,
        'min.insync.replicas': 2,
      },
    },
  };
}

/** One user per service with its least rights, and one that only reads the groups' offsets. */
export function kafkaUsers(manifests: readonly ServiceManifest[]): Resource[] {
  const users = manifests.map(({ service, topics }) => {
    const consumes = topics.reads.map((topic) => ({ topic }));
    return kafkaUser(service, rightsOf({ service, consumes }).map(rule));
  });
  // Several groups read the same topic.
  const seen = manifests.flatMap(seenByScaler).map((each) => [JSON.stringify(each), each] as const);
  return [...users, kafkaUser(SCALER_USER, [...new Map(seen).values()])];
}

function kafkaUser(name: ServiceName | typeof SCALER_USER, acls: readonly Resource[]): Resource {
  return {
    apiVersion: API,
    kind: 'KafkaUser',
    metadata: metadata(name),
    spec: {
      authentication: { type: 'scram-sha-512' },
      authorization: { type: 'simple', acls },
    },
  };
}

const OPERATIONS = { read: ['Read', 'Describe'], write: ['Write', 'Describe'] } as const;

function rule({ resource, name, may }: KafkaRight): Resource {
  return acl({ type: resource, name, operations: OPERATIONS[may] });
}

function seenByScaler({ consumerGroup, topics }: ServiceManifest): Resource[] {
  if (!consumerGroup) return [];
  const operations = ['Describe'];
  return [
    acl({ type: 'group', name: consumerGroup, operations }),
    ...topics.reads.map((name) => acl({ type: 'topic', name, operations })),
  ];
}

function acl(right: {
  readonly type: string;
  readonly name: string;
  readonly operations: readonly string[];
}): Resource {
  const { type, name, operations } = right;
  return { resource: { type, name, patternType: 'literal' }, operations, host: '*' };
}
