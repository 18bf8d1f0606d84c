import { readFileSync } from 'node:fs';
import {
  allContainers,
  titleOf,
  workloads,
  type Container,
  type Resource,
  type Workload,
} from './resources.fixture.js';

/** Faults of rendered resources by one rule; none when it is kept. */
export type Rule = (resources: readonly Resource[]) => string[];

/** How long requests under way and then consumers and pools may take to end. */
export const DRAIN_S = 40;
const MAX_SHARE_OF_MEMORY_FOR_HEAP = 75;

export const isService = ({ labels }: Workload): boolean =>
  labels['app.kubernetes.io/component'] === 'service';

const services = (resources: readonly Resource[]) => workloads(resources).filter(isService);

function each(
  resources: readonly Resource[],
  faultsOf: (container: Container, workload: Workload) => readonly (string | false | undefined)[],
): string[] {
  return workloads(resources).flatMap((workload) =>
    allContainers(workload.pod).flatMap((container) =>
      faultsOf(container, workload)
        .filter((fault) => typeof fault === 'string')
        .map((fault) => `${titleOf(workload.resource)}: ${fault}`),
    ),
  );
}

const restricted: Rule = (resources) => [
  ...workloads(resources).flatMap(({ resource, pod }) => {
    const { securityContext: security = {}, volumes = [] } = pod;
    const faults = [
      security['runAsNonRoot'] !== true && 'may be root',
      !(Number(security['runAsUser']) > 0) && 'has no numeric user',
      (security['seccompProfile'] as { type?: string } | undefined)?.type !== 'RuntimeDefault' &&
        'has no seccomp profile',
      (pod.hostNetwork ?? pod.hostPID) && 'shares the host',
      volumes.some(({ hostPath }) => hostPath) && 'mounts a folder of the host',
    ];
    return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
  }),
  ...each(resources, ({ securityContext: security = {} }) => [
    security['allowPrivilegeEscalation'] !== false && 'may gain privileges',
    security['readOnlyRootFilesystem'] !== true && 'has a writable root',
    JSON.stringify(security['capabilities']) !== '{"drop":["ALL"]}' && 'keeps capabilities',
  ]),
];

const probes: Rule = (resources) =>
  services(resources).flatMap(({ resource, pod }) =>
    pod.containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) => {
      const all = [startupProbe, livenessProbe, readinessProbe].map((probe) =>
        JSON.stringify(probe),
      );
      const faults = [
        all.includes(undefined as never) && 'lacks a probe',
        new Set(all).size < all.length && 'has two probes that are the same',
        livenessProbe?.httpGet?.path !== '/health/live' && 'is killed for what it depends on',
        readinessProbe?.httpGet?.path !== '/health/ready' && 'is not asked whether it is ready',
      ];
      return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
    }),
  );

const graceful: Rule = (resources) =>
  services(resources).flatMap(({ resource, pod }) =>
    pod.containers.flatMap(({ lifecycle }) => {
      const pause = lifecycle?.preStop?.sleep?.seconds ?? 0;
      const grace = pod.terminationGracePeriodSeconds ?? 30;
      if (pause > 0 && pause + DRAIN_S < grace) return [];
      return [`${titleOf(resource)}: is killed while it drains`];
    }),
  );

const limits: Rule = (resources) => [
  ...each(resources, ({ resources: given = {} }) => [
    !(given.requests?.['cpu'] && given.requests['memory']) && 'requests nothing',
    !(given.limits?.['cpu'] && /^\d+[MG]i$/.test(given.limits['memory'] ?? '')) && 'has no limits',
  ]),
  ...heapFaults(readFileSync('docker/Dockerfile', 'utf8')),
];

/** Node's heap is a share of the container's memory, set once for all in the image. */
export function heapFaults(dockerfile: string): string[] {
  const share = /^ENTRYPOINT .*--max-old-space-size-percentage=(\d+)"/m.exec(dockerfile)?.[1];
  const fits = share !== undefined && Number(share) <= MAX_SHARE_OF_MEMORY_FOR_HEAP;
  return fits ? [] : ['the heap may be larger than the container'];
}

const accounts: Rule = (resources) => {
  const users = new Map<string, string>();
  return workloads(resources).flatMap(({ resource, pod }) => {
    const name = pod.serviceAccountName ?? 'default';
    const title = titleOf(resource);
    const account = resources.find(
      ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === name,
    );
    const shared = users.get(name);
    users.set(name, title);
    const faults = [
      !account && `has no service account ${name}`,
      shared && `shares the service account of ${shared}`,
      account && account['automountServiceAccountToken'] !== false && 'mounts a token',
      pod.automountServiceAccountToken !== false && 'mounts a token',
    ];
    return faults.filter(Boolean).map((fault) => `${title}: ${String(fault)}`);
  });
};

const hashed: Rule = (resources) => {
  const text = JSON.stringify(workloads(resources).map(({ pod }) => pod));
  const names = [...text.matchAll(/"configMap(?:Ref|KeyRef)?":\{"name":"([^"]+)"/g)];
  return names
    .map(([, name = '']) => name)
    .filter((name) => !/-[a-z0-9]{10}$/.test(name))
    .map((name) => `ConfigMap ${name}: a change of it is not rolled out`);
};

const noSecrets: Rule = (resources) =>
  resources.filter(({ kind }) => kind === 'Secret').map((each) => `${titleOf(each)}: is in git`);

const spread: Rule = (resources) =>
  services(resources).flatMap(({ resource, pod }) => {
    const keys = (pod.topologySpreadConstraints ?? []).map((rule) => JSON.stringify(rule));
    const spreads = ['zone', 'hostname'].every((key) => keys.some((text) => text.includes(key)));
    return spreads ? [] : [`${titleOf(resource)}: all replicas may be in one place`];
  });

const tagged: Rule = (resources) =>
  each(resources, ({ image }) => [
    !/(:[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image) && 'has no tag',
    /:latest$/.test(image) && 'runs whatever is latest',
  ]);

export const pinned: Rule = (resources) =>
  each(resources, ({ image }) => [!/@sha256:[0-9a-f]{64}$/.test(image) && 'is not pinned']);

/** Rules that hold for every set of workloads. */
export const POD_RULES = {
  restricted,
  probes,
  graceful,
  limits,
  accounts,
  hashed,
  noSecrets,
  spread,
  tagged,
} satisfies Record<string, Rule>;
