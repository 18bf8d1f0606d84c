import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { SERVICE_NAMES } from '@towpath/contracts';
import { differences } from './differences.fixture.js';
import type { Rule } from './pod-rules.fixture.js';
import { named, workloads, type Resource } from './resources.fixture.js';
import { selects, type Selector } from './selectors.fixture.js';

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
interface Opening {
  readonly to?: readonly Peer[];
  readonly from?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
}
export interface PolicySpec {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly egress?: readonly Opening[];
  readonly ingress?: readonly Opening[];
}
interface Pods {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];
const inNamespace = (name: string): Peer => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
const anywhere = (matchLabels: Readonly<Record<string, string>>): Peer => ({
  namespaceSelector: {},
  podSelector: { matchLabels },
});

/** Peers outside of the namespace, by the name that they have in the documented table. */
const OUTSIDE: readonly (readonly [string, Peer])[] = [
  ['kube-dns', anywhere({ 'k8s-app': 'kube-dns' })],
  ['node-local-dns', anywhere({ 'k8s-app': 'node-local-dns' })],
  ['169.254.20.10', { ipBlock: { cidr: '169.254.20.10/32' } }],
  ['public IPv4 addresses', { ipBlock: { cidr: '0.0.0.0/0', except: PRIVATE } }],
  ['public IPv6 addresses', { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } }],
  ['ingress controller', inNamespace('ingress-nginx')],
  ['Prometheus', inNamespace('monitoring')],
  ['KEDA', anywhere({ 'app.kubernetes.io/name': 'keda-operator' })],
  ['Kafka operator', anywhere({ 'strimzi.io/kind': 'cluster-operator' })],
  // Ranges that the reader replaces.
  ['Kafka', { ipBlock: { cidr: '192.0.2.0/28' } }],
  ['PostgreSQL', { ipBlock: { cidr: '192.0.2.16/28' } }],
];
/** In the same namespace as Prometheus. */
const COLLECTOR = 'collector';
const KAFKA: Pods = { name: 'Kafka', labels: { 'strimzi.io/cluster': 'kafka' } };
const POSTGRES: Pods = { name: 'PostgreSQL', labels: { 'app.kubernetes.io/name': 'postgres' } };

/** Whether a component is there that has connections of its own. */
const COMPONENTS: Readonly<Record<string, (resources: readonly Resource[]) => boolean>> = {
  ingress: (all) => all.some(({ kind }) => kind === 'Ingress'),
  monitoring: (all) => all.some(({ kind }) => kind === 'ServiceMonitor'),
  traces: (all) => JSON.stringify(all).includes('"OTEL_EXPORTER_OTLP_ENDPOINT"'),
  console: (all) => named(all, 'Ingress').has('console'),
  'kafka-strimzi': (all) => all.some(({ kind }) => kind === 'Kafka'),
  'postgres-local': (all) => named(all, 'StatefulSet').has('postgres'),
  'postgres-external': (all) => !named(all, 'StatefulSet').has('postgres'),
  sandbox: (all) => named(all, 'Deployment').has('sandbox'),
};

/** The documented policies are the rendered ones: no connection more, none less, at both ends. */
export const network: Rule = (resources) => {
  const pods = podsIn(resources);
  const policies = [...named(resources, 'NetworkPolicy').values()];
  const specs = policies.map((each) => each['spec'] as PolicySpec);
  const denies = specs.some((spec) =>
    isDeepStrictEqual({ ...spec }, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
  );
  const isOurs = (name: string) => pods.some((each) => each.name === name);
  const wanted = documented(resources);
  const ends = {
    out: wanted.filter(({ from }) => isOurs(from)),
    in: wanted.filter(({ to }) => isOurs(to)),
  };
  const foundAt = (end: 'egress' | 'ingress') =>
    specs.flatMap((spec) => openings(spec, { end, pods }));
  return [
    ...(denies ? [] : ['nothing is denied by default']),
    ...differences('way out', { wanted: ends.out.map(text), found: foundAt('egress') }),
    // Brokers and servers of others have no policy of ours.
    ...differences('way in', { wanted: ends.in.map(text), found: foundAt('ingress') }),
  ];
};

function podsIn(resources: readonly Resource[]): Pods[] {
  const own = workloads(resources).map(({ labels }) => {
    const name = labels['app.kubernetes.io/name'] ?? '';
    return { name: name === 'postgres' ? POSTGRES.name : name, labels };
  });
  return COMPONENTS['kafka-strimzi']?.(resources) ? [...own, KAFKA] : own;
}

function openings(
  spec: PolicySpec,
  { end, pods }: { readonly end: 'egress' | 'ingress'; readonly pods: readonly Pods[] },
): string[] {
  if (!spec.policyTypes.some((type) => type.toLowerCase() === end)) return [];
  const subjects = pods.filter(({ labels }) => selects(spec.podSelector, labels));
  return (spec[end] ?? []).flatMap(({ to, from, ports }) => {
    const peers = (end === 'egress' ? to : from)?.flatMap((peer) => namesOf(peer, { end, pods }));
    // The operators of topics and users: nobody can tell where the Kubernetes API is.
    const others =
      peers ?? (subjects.every(({ name }) => name === 'Kafka') ? ['Kubernetes API'] : ['anywhere']);
    const numbers = ports?.map(({ port, protocol }) =>
      protocol === 'UDP' ? `UDP ${port}` : `${port}`,
    );
    return subjects.flatMap(({ name }) =>
      others.flatMap((other) =>
        (numbers ?? ['any']).map((port) =>
          text(
            end === 'egress' ? { from: name, to: other, port } : { from: other, to: name, port },
          ),
        ),
      ),
    );
  });
}

function namesOf(
  peer: Peer,
  { end, pods }: { readonly end: 'egress' | 'ingress'; readonly pods: readonly Pods[] },
): string[] {
  const outside = OUTSIDE.find(([, known]) => isDeepStrictEqual(known, peer))?.[0];
  if (outside) return [outside === 'Prometheus' && end === 'egress' ? COLLECTOR : outside];
  const { podSelector, ...rest } = peer;
  const found = [...pods, KAFKA, POSTGRES].filter(
    ({ labels }) => podSelector && Object.keys(rest).length === 0 && selects(podSelector, labels),
  );
  const names = [...new Set(found.map(({ name }) => name))];
  return names.length > 0 ? names : [JSON.stringify(peer)];
}

interface Connection {
  readonly from: string;
  readonly to: string;
  readonly port: string;
}

const text = ({ from, to, port }: Connection) => `${from} to ${to}, ${port}`;

/** The table of docs/operations/kubernetes.md, as far as its components are rendered. */
export function documented(resources: readonly Resource[]): Connection[] {
  const guide = readFileSync('docs/operations/kubernetes.md', 'utf8');
  const [, section = ''] = guide.split('\n## Network\n');
  const rows = [...section.matchAll(/^\|(.+)\|(.+)\|(.+)\|(.*)\|$/gm)].slice(2);
  return rows.flatMap(([, ...cells]) => {
    const [from = [], to = [], ports = [], [component = ''] = []] = cells.map(partsOf);
    if (component !== '' && !COMPONENTS[component]?.(resources)) return [];
    return expand(from, resources).flatMap((caller) =>
      expand(to, resources).flatMap((called) =>
        ports.map((port) => ({ from: caller, to: called, port })),
      ),
    );
  });
}

function partsOf(cell: string | undefined): string[] {
  return (cell ?? '')
    .replaceAll('`', '')
    .split(',')
    .map((part) => part.trim());
}

function expand(names: readonly string[], resources: readonly Resource[]): string[] {
  return names.flatMap((name) => {
    if (name === 'every service') return SERVICE_NAMES;
    if (name === 'every migration') return SERVICE_NAMES.map((each) => `${each}-migrate`);
    if (name === 'every restored job') return SERVICE_NAMES.map((each) => `${each}-restored`);
    return name === 'everything' ? podsIn(resources).map((each) => each.name) : [name];
  });
}
