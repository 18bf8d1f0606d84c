import { dltTopic, SERVICE_NAMES, type OperationOwner, type ServiceName } from '@towpath/contracts';
import { isAllowedEdge } from '@towpath/http';
import { rightsOf } from '@towpath/messaging';
import { consumedBy } from '../kafka-traffic.js';
import { environmentName, readManifests } from '../service-manifests.fixture.js';
import { isService, type Rule } from './pod-rules.fixture.js';
import { titleOf, workloads, type Container, type Resource } from './resources.fixture.js';

type Labels = Readonly<Record<string, string>>;

const named = (resources: readonly Resource[], kind: string) =>
  new Map(resources.filter((each) => each.kind === kind).map((each) => [each.metadata.name, each]));

/** What is not there but asked for. Secrets come from elsewhere: `given` are their names. */
export const references =
  (given: readonly string[]): Rule =>
  (resources) => {
    const maps = named(resources, 'ConfigMap');
    const targets = named(resources, 'Deployment');
    const services = named(resources, 'Service');
    const text = (each: Resource) => JSON.stringify(each);
    return resources.flatMap((resource) => {
      const lost = [
        ...find(text(resource), /"configMap(?:Ref|KeyRef)?":\{"name":"([^"]+)"/g, (name) =>
          maps.has(name),
        ),
        ...find(text(resource), /"secret":\{"(?:secretName|name)":"([^"]+)"/g, (name) =>
          given.includes(name),
        ),
        ...find(text(resource), /"scaleTargetRef":\{[^}]*"name":"([^"]+)"/g, (name) =>
          targets.has(name),
        ),
        ...find(text(resource), /"backend":\{"service":\{"name":"([^"]+)"/g, (name) =>
          services.has(name),
        ),
        ...(selects(resource, resources) ? [] : ['pods by its selector']),
      ];
      return lost.map((what) => `${titleOf(resource)}: there is no ${what}`);
    });
  };

function find(text: string, pattern: RegExp, exists: (name: string) => boolean): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !exists(name));
}

/** Whether a service, budget or policy is about any pod here. */
function selects({ kind, ...resource }: Resource, resources: readonly Resource[]): boolean {
  const spec = (resource['spec'] ?? {}) as {
    selector?: Labels & { matchLabels?: Labels };
    podSelector?: { matchLabels?: Labels };
  };
  const labels =
    kind === 'Service'
      ? spec.selector
      : kind === 'PodDisruptionBudget'
        ? spec.selector?.matchLabels
        : kind === 'NetworkPolicy'
          ? spec.podSelector?.matchLabels
          : undefined;
  if (!labels || 'strimzi.io/cluster' in labels) return true;
  return workloads(resources).some((workload) => matches(workload.labels, labels));
}

function matches(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

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

const autoscaled: Rule = (resources) => {
  const scaled = named(resources, 'ScaledObject');
  return workloads(resources)
    .filter(({ resource }) => scaled.has(resource.metadata.name))
    .filter(({ resource }) => 'replicas' in (resource['spec'] as object))
    .map(({ resource }) => `${titleOf(resource)}: its autoscaler is overruled`);
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

function variablesOf({ env = [], envFrom = [] }: Container, maps: ReadonlyMap<string, Resource>) {
  const fromMaps = envFrom.flatMap(({ configMapRef }) =>
    Object.keys((maps.get(configMapRef?.name ?? '')?.['data'] as object | undefined) ?? {}),
  );
  return [...env.map(({ name }) => name), ...fromMaps];
}

interface Acl {
  readonly resource: { readonly type: string; readonly name: string; readonly patternType: string };
  readonly operations: readonly string[];
}

/** Topics, and what each user may do, as the code declares them. */
export const kafka: Rule = (resources) => {
  const topics = [...named(resources, 'KafkaTopic').keys()];
  const users = named(resources, 'KafkaUser');
  const wanted = SERVICE_NAMES.flatMap((service) => [
    ...rightsOf({ service, consumes: consumedBy(service) })
      .filter(({ resource }) => resource === 'topic')
      .map(({ name }) => name),
    ...consumedBy(service).map(({ topic }) => dltTopic(topic, service)),
  ]);
  return [
    ...differences('topic', { wanted, found: topics }),
    ...SERVICE_NAMES.flatMap((service) => {
      const spec = users.get(service)?.['spec'] as { authorization: { acls: Acl[] } } | undefined;
      const found = (spec?.authorization.acls ?? []).map(
        ({ resource, operations }) =>
          `${resource.type} ${resource.patternType} ${resource.name} ${operations.join()}`,
      );
      return differences(`right of ${service}`, { wanted: wantedRights(service), found });
    }),
  ];
};

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
  readonly egress?: readonly { readonly to?: readonly Peer[] }[];
  readonly ingress?: readonly { readonly from?: readonly Peer[] }[];
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
      const peers =
        (end === 'egress'
          ? policy.egress?.flatMap(({ to = [] }) => to)
          : policy.ingress?.flatMap(({ from = [] }) => from)) ?? [];
      return peers.flatMap((peer) => {
        const other = serviceIn(peer.podSelector ?? {});
        if (!at || !other) return [];
        return [end === 'egress' ? `${at} to ${other}` : `${other} to ${at}`];
      });
    });
  const wanted = SERVICE_NAMES.flatMap((from) =>
    SERVICE_NAMES.filter((to) => isAllowedEdge(from as OperationOwner, to)).map(
      (to) => `${from} to ${to}`,
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
