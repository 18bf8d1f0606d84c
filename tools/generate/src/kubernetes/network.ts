import type { ServiceManifest } from '../manifests.js';
import { KAFKA_CLUSTER, PART_OF, PORTS } from './platform.js';
import { migrationOf, restoredOf, type Resource } from './workload.js';

const PART = { 'app.kubernetes.io/part-of': PART_OF };
const DNS_PORT = 53;
const HTTPS_PORT = 443;
/** What no call to the outside may reach: the cluster itself, the cloud's metadata. */
const OUTSIDE = [
  {
    cidr: '0.0.0.0/0',
    except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  },
  { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] },
];
/** The cluster's servers of names: its own pods, those of each node, and the address of a node's. */
const NAME_SERVERS = [
  ...['kube-dns', 'node-local-dns'].map((app) => ({
    namespaceSelector: {},
    podSelector: { matchLabels: { 'k8s-app': app } },
  })),
  { ipBlock: { cidr: '169.254.20.10/32' } },
];
/** Services that call banks, card gateways or webhook endpoints. */
export const CALLS_OUTSIDE = [
  'payment-link',
  'mandate',
  'dispute',
  'account-data',
  'webhook-dispatch',
];

const pods = (name: string) => ({ podSelector: { matchLabels: named(name) } });
const named = (name: string) => ({ 'app.kubernetes.io/name': name });
const tcp = (...ports: readonly number[]) => ports.map((port) => ({ protocol: 'TCP', port }));

function policy(name: string, spec: Resource): Resource {
  const metadata = { name, labels: PART };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec };
}

/** An allowed call: the caller may leave, the called may let it in. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly ports: readonly number[];
}

/** Calls between services: internal ones, and of the gateway also what it forwards and operators ask. */
export function edgesOf(manifests: readonly ServiceManifest[]): Edge[] {
  const known = new Set<string>(manifests.map(({ service }) => service));
  return manifests.flatMap(({ service: from, calls }) =>
    calls
      .filter((to) => known.has(to))
      .map((to) => ({
        from,
        to,
        ports:
          from === 'gateway' ? [PORTS.public, PORTS.internal, PORTS.operator] : [PORTS.internal],
      })),
  );
}

/** Nothing in and nothing out, but for names, what each edge needs, and each service's servers. */
export function networkPolicies(manifests: readonly ServiceManifest[]): Resource[] {
  const services = manifests.map(({ service }) => service);
  const migrations = services.map((name) => migrationOf(name).name);
  const restored = services.map((name) => restoredOf(name).name);
  return [
    policy('default-deny', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
    policy('allow-names', {
      podSelector: { matchLabels: PART },
      policyTypes: ['Egress'],
      egress: [
        {
          to: NAME_SERVERS,
          ports: [
            { protocol: 'UDP', port: DNS_PORT },
            { protocol: 'TCP', port: DNS_PORT },
          ],
        },
      ],
    }),
    ...edgesOf(manifests).flatMap(edgePolicies),
    ...[...services, ...restored].map((name) =>
      leaving(`${name}-to-kafka`, {
        from: name,
        to: [{ podSelector: { matchLabels: { 'strimzi.io/cluster': KAFKA_CLUSTER } } }],
        ports: [PORTS.kafka],
      }),
    ),
    ...[...services, ...migrations, ...restored].map((name) =>
      leaving(`${name}-to-postgres`, {
        from: name,
        to: [pods('postgres')],
        ports: [PORTS.postgres],
      }),
    ),
    ...services.filter((name) => CALLS_OUTSIDE.includes(name)).map(outside),
  ];
}

function edgePolicies({ from, to, ports }: Edge): Resource[] {
  return [
    leaving(`${from}-to-${to}`, { from, to: [pods(to)], ports }),
    policy(`${to}-from-${from}`, {
      podSelector: { matchLabels: named(to) },
      policyTypes: ['Ingress'],
      ingress: [{ from: [pods(from)], ports: tcp(...ports) }],
    }),
  ];
}

interface Leaving {
  readonly from: string;
  readonly to: readonly Resource[];
  readonly ports: readonly number[];
}

function leaving(name: string, { from, to, ports }: Leaving): Resource {
  return policy(name, {
    podSelector: { matchLabels: named(from) },
    policyTypes: ['Egress'],
    egress: [{ to, ports: tcp(...ports) }],
  });
}

function outside(name: string): Resource {
  const to = OUTSIDE.map((ipBlock) => ({ ipBlock }));
  return leaving(`${name}-to-outside`, { from: name, to, ports: [HTTPS_PORT] });
}
