import { isDeepStrictEqual } from 'node:util';
import type { Rule } from './pod-rules.fixture.js';
import { named, titleOf, workloads, type Container, type Resource } from './resources.fixture.js';
import { valuesOf } from './system-rules.fixture.js';

type Values = Readonly<Record<string, string>>;

interface ServiceSpec {
  readonly type?: string;
  readonly externalIPs?: readonly string[];
  readonly ports: readonly {
    readonly name: string;
    readonly port: number;
    readonly targetPort: string;
  }[];
}

const PROBES = {
  startupProbe: 'http',
  livenessProbe: 'internal',
  readinessProbe: 'internal',
} as const;
/** The variable that says where a program listens, by the name of the container's port. */
const LISTENS_AT: Readonly<Record<string, string>> = {
  http: 'PORT',
  internal: 'INTERNAL_PORT',
  operator: 'OPERATOR_PORT',
};

/** Ports of programs, containers, services and probes are the same, and only the cluster reaches them. */
const ports: Rule = (resources) => {
  const maps = named(resources, 'ConfigMap');
  const services = named(resources, 'Service');
  return workloads(resources).flatMap(({ resource, pod }) => {
    const service = services.get(resource.metadata.name)?.['spec'] as ServiceSpec | undefined;
    const faults = pod.containers.flatMap((container) => {
      const values = valuesOf(container, maps);
      const open = container.ports ?? [];
      const numberOf = (name?: string) => open.find((each) => each.name === name)?.containerPort;
      return [
        ...open
          .filter(({ name = '', containerPort }) => {
            const variable = LISTENS_AT[name];
            return variable && values[variable] !== String(containerPort);
          })
          .map(({ name }) => `nothing listens at its port ${name}`),
        ...open.filter((each) => 'hostPort' in each).map(({ name }) => `its node opens ${name}`),
        ...(service?.ports ?? [])
          .filter(
            ({ name, port, targetPort }) => name !== targetPort || numberOf(targetPort) !== port,
          )
          .map(({ name }) => `its service sends ${name} elsewhere`),
        ...Object.entries(PROBES)
          .filter(([probe, port]) => {
            const { httpGet } = (container[probe as keyof Container] ?? {}) as {
              httpGet?: { port: string };
            };
            return httpGet && (httpGet.port !== port || numberOf(port) === undefined);
          })
          .map(([probe]) => `its ${probe} asks another port`),
      ];
    });
    const isOpen = (service?.type ?? 'ClusterIP') !== 'ClusterIP' || service?.externalIPs;
    const all = [...faults, ...(isOpen ? ['its service is reached from outside'] : [])];
    return all.map((fault) => `${titleOf(resource)}: ${fault}`);
  });
};

interface IngressSpec {
  readonly defaultBackend?: object;
  readonly tls?: readonly { readonly hosts?: readonly string[]; readonly secretName?: string }[];
  readonly rules?: readonly {
    readonly host?: string;
    readonly http?: { readonly paths: readonly { readonly backend: object }[] };
  }[];
}

const GATEWAY = { service: { name: 'gateway', port: { name: 'http' } } };

/** The public way in: only to the gateway's public port, and only by TLS. */
const ingress: Rule = (resources) =>
  [...named(resources, 'Ingress').values()].flatMap((resource) => {
    const { tls = [], rules = [], defaultBackend } = resource['spec'] as IngressSpec;
    const sealed = tls.flatMap(({ hosts = [], secretName }) => (secretName ? hosts : []));
    const others = rules
      .flatMap(({ http }) => http?.paths ?? [])
      .filter(({ backend }) => !isDeepStrictEqual(backend, GATEWAY));
    const isPlain = Object.entries(resource.metadata.annotations ?? {}).some(
      ([name, value]) => /ssl-redirect$/.test(name) && value === 'false',
    );
    const faults = [
      rules.length === 0 && 'has no host',
      (others.length > 0 || defaultBackend) &&
        'leads elsewhere than to the public port of the gateway',
      ...rules.map(({ host = '' }) => !sealed.includes(host) && `has no TLS for "${host}"`),
      isPlain && 'does not redirect to TLS',
    ];
    return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
  });

const PUBLIC_URLS = ['PUBLIC_API_URL', 'PUBLIC_PAGES_URL', 'PUBLIC_FIELDS_URL'];

/**
 * Payers type on an origin that serves neither the API nor its documents, and cards on one that
 * serves nothing else.
 */
const origins: Rule = (resources) =>
  resources
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && /^public-config\b/.test(metadata.name))
    .filter(({ data }) => {
      const hosts = PUBLIC_URLS.map((name) => (data as Values)[name] ?? '').map((url) =>
        URL.canParse(url) ? new URL(url).host : null,
      );
      return hosts.includes(null) || new Set(hosts).size < PUBLIC_URLS.length;
    })
    .map((each) => `${titleOf(each)}: API, pages and card fields have no origin each`);

/** A roll-out keeps every replica until the next is ready; jobs are replaced by Argo CD and Flux. */
const rollout: Rule = (resources) => {
  const images = workloads(resources).flatMap(({ pod }) =>
    pod.containers.map(({ image }) => image),
  );
  const ours = new Set(images.filter((image) => /(^|\/)towpath[:@]/.test(image)));
  return [
    ...(ours.size > 1 ? [`several images run: ${[...ours].join(', ')}`] : []),
    ...workloads(resources).flatMap(({ resource, pod }) => {
      const spec = resource['spec'] as Readonly<Record<string, unknown>>;
      const { annotations = {} } = resource.metadata;
      const strategy = spec['strategy'] as
        { rollingUpdate?: { maxUnavailable?: unknown } } | undefined;
      const isRun = resource.kind === 'Job' || resource.kind === 'CronJob';
      const isAnew =
        annotations['argocd.argoproj.io/hook'] === 'Sync' &&
        annotations['argocd.argoproj.io/hook-delete-policy'] === 'BeforeHookCreation' &&
        Number(annotations['argocd.argoproj.io/sync-wave']) < 0 &&
        annotations['kustomize.toolkit.fluxcd.io/force'] === 'enabled';
      const faults = [
        resource.kind === 'Deployment' &&
          resource.metadata.name !== 'sandbox' &&
          strategy?.rollingUpdate?.maxUnavailable !== 0 &&
          'loses a replica during a roll-out',
        resource.kind === 'Job' && !isAnew && 'is not made anew at a release',
        resource.kind === 'CronJob' && spec['suspend'] !== true && 'runs by itself',
        isRun && (pod as { restartPolicy?: string }).restartPolicy !== 'Never' && 'never fails',
      ];
      return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
    }),
  ];
};

const namespaces: Rule = (resources) => {
  const spaces = resources.filter(({ kind }) => kind === 'Namespace');
  const names = new Set(resources.map(({ metadata }) => metadata.namespace).filter(Boolean));
  const isRestricted = ({ metadata }: Resource) =>
    metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted';
  return [
    ...spaces
      .filter((each) => !isRestricted(each))
      .map((each) => `${titleOf(each)}: admits any pod`),
    ...(names.size > 1 ? [`several namespaces: ${[...names].join(', ')}`] : []),
  ];
};

export const ENTRY_RULES = { ports, ingress, origins, rollout, namespaces } satisfies Record<
  string,
  Rule
>;
