import { dltTopic, SERVICE_NAMES, TOPIC_PARTITIONS, type ServiceName } from '@towpath/contracts';
import { DEAD_LETTER_PARTITIONS, rightsOf } from '@towpath/messaging';
import { consumedBy } from '../kafka-traffic.js';
import { environmentName, readManifests } from '../service-manifests.fixture.js';
import { isService, type Rule } from './pod-rules.fixture.js';
import { named, titleOf, workloads, type Container, type Resource } from './resources.fixture.js';
import { differences } from './differences.fixture.js';

/** A budget of 0 blocks every drain; one of more evicts all replicas of the smallest size. */
const budgets: Rule = (resources) => {
  const found = named(resources, 'PodDisruptionBudget');
  return workloads(resources)
    .filter(isService)
    .filter(({ resource }) => {
      const limit = { ...(found.get(resource.metadata.name)?.['spec'] as object | undefined) };
      return JSON.stringify({ ...limit, selector: undefined }) !== '{"maxUnavailable":1}';
    })
    .map(({ resource }) => `${titleOf(resource)}: not exactly one replica may be evicted at once`);
};

interface Trigger {
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const autoscaled: Rule = (resources) => {
  const byLagToo = named(resources, 'ScaledObject');
  const byProcessor = named(resources, 'HorizontalPodAutoscaler');
  const isScaled = byLagToo.size + byProcessor.size > 0;
  return workloads(resources)
    .filter(isService)
    .flatMap(({ resource, pod }) => {
      const { name } = resource.metadata;
      const scalers = [byLagToo.get(name), byProcessor.get(name)].filter(
        (each) => each !== undefined,
      );
      const maps = named(resources, 'ConfigMap');
      const values = Object.assign(
        {},
        ...pod.containers.map((each) => valuesOf(each, maps)),
      ) as Values;
      const faults = [
        isScaled && scalers.length !== 1 && `it has ${scalers.length} autoscalers`,
        scalers.length > 0 &&
          'replicas' in (resource['spec'] as object) &&
          'its autoscaler is overruled',
        ...scalers.flatMap((each) => scalerFaults(each, { resources, values, name })),
      ];
      return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
    });
};

interface ScalerSpec {
  readonly scaleTargetRef: { readonly name: string };
  readonly minReplicaCount?: number;
  readonly minReplicas?: number;
  readonly maxReplicaCount?: number;
  readonly maxReplicas?: number;
  readonly triggers?: readonly Trigger[];
}

function scalerFaults(
  scaler: Resource,
  given: {
    readonly resources: readonly Resource[];
    readonly values: Values;
    readonly name: string;
  },
) {
  const spec = scaler['spec'] as ScalerSpec;
  const { triggers = [] } = spec;
  const most = spec.maxReplicaCount ?? spec.maxReplicas ?? Infinity;
  const topics = named(given.resources, 'KafkaTopic');
  const byLag = triggers.filter(({ type }) => type === 'kafka').map(({ metadata }) => metadata);
  const read = SERVICE_NAMES.filter((name) => name === given.name).flatMap(consumedBy);
  const isIdle = read.some(({ topic }) => {
    const known = topics.get(topic)?.['spec'] as { partitions: number } | undefined;
    return most > (known?.partitions ?? TOPIC_PARTITIONS);
  });
  const isLost = byLag.some(({ bootstrapServersFromEnv: variable = '' }) => {
    const brokers = given.values[variable]?.split(',') ?? [''];
    return !brokers.every((address) => /^[^.]+\.[^:]+:\d+$/.test(address));
  });
  const lags = byLag.map(({ topic = '', consumerGroup }) => `${topic} by ${consumerGroup}`);
  const wanted = triggers.length > 0 ? read.map(({ topic }) => `${topic} by ${given.name}`) : [];
  return [
    spec.scaleTargetRef.name !== given.name && 'its autoscaler scales another',
    (spec.minReplicaCount ?? spec.minReplicas ?? 0) < 2 && 'one replica may be all',
    isIdle && 'it gets more replicas than partitions',
    isLost && 'its autoscaler does not find the brokers of the service',
    ...differences('lag', { wanted, found: lags }),
  ];
}

const migrations: Rule = (resources) =>
  SERVICE_NAMES.filter((name) => {
    const job = named(resources, 'Job').get(`${name}-migrate`);
    return !job || !JSON.stringify(job).includes(`apps/${name}/dist/migrate.js`);
  }).map((name) => `Job ${name}-migrate: is missing`);

/** Variables that may stay unset; each is optional. */
const UNSET =
  /^(DATABASE_OWNER_URL|OTEL_|BANK_CALLBACK_URL|SANDBOX_|STRIPE_|PUBLIC_CONSOLE_|CONSOLE_|TOUR_)/;

const variables: Rule = (resources) => {
  const maps = named(resources, 'ConfigMap');
  return readManifests().flatMap(({ service, variables: known }) => {
    const workload = workloads(resources).find(
      ({ resource }) => resource.metadata.name === service,
    );
    if (!workload) return [`${service}: does not run`];
    const set = new Set(workload.pod.containers.flatMap((each) => variablesOf(each, maps)));
    const lacking = known.filter(
      (each) => !set.has(environmentName(each)) && (each.required || !UNSET.test(each.name)),
    );
    const names = known.map(environmentName);
    return [
      ...lacking.map(({ name }) => `${service}: ${name} is not set`),
      ...[...set]
        .filter((name) => !names.includes(name))
        .map((name) => `${service}: nobody reads ${name}`),
    ];
  });
};

export type Values = Readonly<Record<string, string>>;

/** The variables of a container; without a value when it comes from a key of a map. */
export function valuesOf(
  { env = [], envFrom = [] }: Container,
  maps: ReadonlyMap<string, Resource>,
): Record<string, string> {
  const fromMaps = envFrom.map(
    ({ configMapRef }) => maps.get(configMapRef?.name ?? '')?.['data'] as Values | undefined,
  );
  const own = env.map(({ name, value = '' }) => ({ [name]: value }));
  return Object.assign({}, ...fromMaps, ...own) as Record<string, string>;
}

function variablesOf(container: Container, maps: ReadonlyMap<string, Resource>): string[] {
  return Object.keys(valuesOf(container, maps));
}

interface Acl {
  readonly resource: { readonly type: string; readonly name: string; readonly patternType: string };
  readonly operations: readonly string[];
}

/** Topics with their partitions, and what each user may do, as the code declares them. */
export const kafka: Rule = (resources) => {
  const topics = [...named(resources, 'KafkaTopic').values()].map((topic) => {
    const { partitions } = topic['spec'] as { partitions: number };
    return `${topic.metadata.name} of ${partitions}`;
  });
  const users = named(resources, 'KafkaUser');
  const wanted = SERVICE_NAMES.flatMap((service) => [
    ...rightsOf({ service, consumes: consumedBy(service) })
      .filter(({ resource, name }) => resource === 'topic' && !name.endsWith('.dlt'))
      .map(({ name }) => `${name} of ${TOPIC_PARTITIONS}`),
    ...consumedBy(service).map(
      ({ topic }) => `${dltTopic(topic, service)} of ${DEAD_LETTER_PARTITIONS}`,
    ),
  ]);
  const rightsIn = (user: string) => {
    const spec = users.get(user)?.['spec'] as { authorization?: { acls: Acl[] } } | undefined;
    return (spec?.authorization?.acls ?? []).map(
      ({ resource, operations }) =>
        `${resource.type} ${resource.patternType} ${resource.name} ${operations.join()}`,
    );
  };
  return [
    ...differences('topic', { wanted, found: topics }),
    ...SERVICE_NAMES.flatMap((service) =>
      differences(`right of ${service}`, {
        wanted: wantedRights(service),
        found: rightsIn(service),
      }),
    ),
    ...differences('right of autoscaler', {
      wanted: seenByScaler(),
      found: rightsIn('autoscaler'),
    }),
  ];
};

/** It sees how far each group has read, and reads nothing. */
function seenByScaler(): string[] {
  return SERVICE_NAMES.filter((service) => consumedBy(service).length > 0).flatMap((service) => [
    `group literal ${service} Describe`,
    ...consumedBy(service).map(({ topic }) => `topic literal ${topic} Describe`),
  ]);
}

function wantedRights(service: ServiceName): string[] {
  const operations = { read: 'Read,Describe', write: 'Write,Describe' };
  return rightsOf({ service, consumes: consumedBy(service) }).map(
    ({ resource, name, may }) => `${resource} literal ${name} ${operations[may]}`,
  );
}

export const SYSTEM_RULES = { budgets, autoscaled, migrations, variables } satisfies Record<
  string,
  Rule
>;

/** Secrets that are made by hand or by an operator before the roll-out. */
export function secretNames(): string[] {
  const own = SERVICE_NAMES.flatMap((name) => [
    `${name}-keys`,
    `${name}-database`,
    `${name}-database-owner`,
    `kafka-user-${name}`,
  ]);
  return [
    ...own,
    'console-keys',
    'postgres',
    'prepare',
    'sandbox-database',
    'sandbox-gateway-secret',
  ];
}
