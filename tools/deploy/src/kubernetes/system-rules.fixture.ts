import {
  dltTopic,
  SERVICE_NAMES,
  TOPIC_PARTITIONS,
  type OperationOwner,
  type ServiceName,
} from '@towpath/contracts';
import { isAllowedEdge } from '@towpath/http';
import { DEAD_LETTER_PARTITIONS, rightsOf } from '@towpath/messaging';
import { consumedBy } from '../kafka-traffic.js';
import { environmentName, readManifests } from '../service-manifests.fixture.js';
import { isService, type Rule } from './pod-rules.fixture.js';
import { named, titleOf, workloads, type Container, type Resource } from './resources.fixture.js';
import { matches } from './reference-rule.fixture.js';

type Labels = Readonly<Record<string, string>>;

const budgets: Rule = (resources) =>
  workloads(resources)
    .filter(isService)
    .filter(
      ({ labels }) =>
        ![...named(resources, 'PodDisruptionBudget').values()].some((budget) => {
          const { selector } = budget['spec'] as { selector: { matchLabels: Labels } };
          return matches(labels, selector.matchLabels);
        }),
    )
    .map(({ resource }) => `${titleOf(resource)}: all replicas may be evicted at once`);

interface Trigger {
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const autoscaled: Rule = (resources) => {
  const scaled = named(resources, 'ScaledObject');
  const topics = named(resources, 'KafkaTopic');
  const maps = named(resources, 'ConfigMap');
  return workloads(resources).flatMap((workload) => {
    const { resource, pod } = workload;
    const scaler = scaled.get(resource.metadata.name);
    if (!scaler) return [];
    const { maxReplicaCount, triggers } = scaler['spec'] as {
      maxReplicaCount: number;
      triggers: readonly Trigger[];
    };
    const byLag = triggers.filter(({ type }) => type === 'kafka').map(({ metadata }) => metadata);
    const idle = byLag.filter(({ topic = '' }) => {
      const spec = topics.get(topic)?.['spec'] as { partitions: number } | undefined;
      return spec && maxReplicaCount > spec.partitions;
    });
    const values = Object.assign(
      {},
      ...pod.containers.map((each) => valuesOf(each, maps)),
    ) as Values;
    const unreached = byLag.filter(({ bootstrapServersFromEnv: name = '' }) => {
      const brokers = values[name]?.split(',') ?? [''];
      return !brokers.every((address) => /^[^.]+\.[^:]+:\d+$/.test(address));
    });
    const faults = [
      'replicas' in (resource['spec'] as object) && 'its autoscaler is overruled',
      idle.length > 0 && 'it gets more replicas than partitions',
      unreached.length > 0 && 'its autoscaler does not find the brokers of the service',
    ];
    return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
  });
};

const migrations: Rule = (resources) =>
  SERVICE_NAMES.filter((name) => {
    const job = named(resources, 'Job').get(`${name}-migrate`);
    return !job || !JSON.stringify(job).includes(`apps/${name}/dist/migrate.js`);
  }).map((name) => `Job ${name}-migrate: is missing`);

/** Variables that may stay unset; each is optional. */
const UNSET = /^(DATABASE_OWNER_URL|OTEL_|BANK_CALLBACK_URL|SANDBOX_)/;

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

type Values = Readonly<Record<string, string>>;

/** The variables of a container; without a value when it comes from a key of a map. */
function valuesOf(
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
    const spec = users.get(user)?.['spec'] as { authorization: { acls: Acl[] } } | undefined;
    return (spec?.authorization.acls ?? []).map(
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

function differences(
  what: string,
  { wanted, found }: { readonly wanted: readonly string[]; readonly found: readonly string[] },
): string[] {
  const missing = [...new Set(wanted)].filter((each) => !found.includes(each));
  const surplus = found.filter((each) => !wanted.includes(each));
  return [
    ...missing.map((each) => `no ${what}: ${each}`),
    ...surplus.map((each) => `unknown ${what}: ${each}`),
  ];
}

interface PolicySpec {
  readonly podSelector: { readonly matchLabels?: Labels };
  readonly policyTypes: readonly string[];
  readonly egress?: readonly (Opening & { readonly to?: readonly Peer[] })[];
  readonly ingress?: readonly (Opening & { readonly from?: readonly Peer[] })[];
}
interface Opening {
  readonly ports?: readonly { readonly port: number }[];
}
interface Peer {
  readonly podSelector?: { readonly matchLabels?: Labels };
}

/** Everything denied, and both ends open for each allowed call, and for no other. */
export const network: Rule = (resources) => {
  const policies = [...named(resources, 'NetworkPolicy').values()].map(
    (each) => each['spec'] as PolicySpec,
  );
  const denies = policies.some(
    ({ podSelector, policyTypes, egress, ingress }) =>
      Object.keys(podSelector).length === 0 && policyTypes.length === 2 && !egress && !ingress,
  );
  const edges = (end: 'egress' | 'ingress') =>
    policies.flatMap((policy) => {
      const at = serviceIn(policy.podSelector);
      const openings =
        (end === 'egress'
          ? policy.egress?.map(({ to = [], ports = [] }) => ({ peers: to, ports }))
          : policy.ingress?.map(({ from = [], ports = [] }) => ({ peers: from, ports }))) ?? [];
      return openings.flatMap(({ peers, ports }) =>
        peers.flatMap((peer) => {
          const other = serviceIn(peer.podSelector ?? {});
          if (!at || !other) return [];
          const edge = end === 'egress' ? `${at} to ${other}` : `${other} to ${at}`;
          return [`${edge}, ${ports.map(({ port }) => port).join(' and ')}`];
        }),
      );
    });
  const wanted = SERVICE_NAMES.flatMap((from) =>
    SERVICE_NAMES.filter((to) => isAllowedEdge(from as OperationOwner, to)).map(
      // The gateway forwards public requests too.
      (to) => `${from} to ${to}, ${from === 'gateway' ? '8080 and 9080' : '9080'}`,
    ),
  );
  return [
    ...(denies ? [] : ['nothing is denied by default']),
    ...differences('way out', { wanted, found: edges('egress') }),
    ...differences('way in', { wanted, found: edges('ingress') }),
  ];
};

function serviceIn({ matchLabels = {} }: { readonly matchLabels?: Labels }): string | undefined {
  const name = matchLabels['app.kubernetes.io/name'];
  return SERVICE_NAMES.find((service) => service === name);
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
  return [...own, 'postgres', 'prepare', 'sandbox-database', 'sandbox-gateway-secret'];
}
