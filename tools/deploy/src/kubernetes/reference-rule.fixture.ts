import type { Rule } from './pod-rules.fixture.js';
import {
  allContainers,
  named,
  titleOf,
  workloads,
  type Resource,
  type Workload,
} from './resources.fixture.js';

type Fields = Readonly<Record<string, unknown>>;

/** A member that names something else: what it names, and which of its members hold the name. */
interface Reference {
  readonly to: string;
  readonly name: string;
  /** Of a config map. */
  readonly key?: string;
}

/** Members that name another resource, and the kind that they name. */
const KINDS: Readonly<Record<string, string>> = {
  configMap: 'ConfigMap',
  configMapRef: 'ConfigMap',
  configMapKeyRef: 'ConfigMap',
  secret: 'Secret',
  secretRef: 'Secret',
  secretKeyRef: 'Secret',
  secretTargetRef: 'Secret',
  scaleTargetRef: 'Deployment',
  authenticationRef: 'TriggerAuthentication',
  service: 'Service',
};

/** What is not there but asked for. Secrets come from elsewhere: `given` are their names. */
export const references =
  (given: readonly string[]): Rule =>
  (resources) => {
    const exists = ({ to, name, key }: Reference): boolean => {
      if (to === 'Secret') return given.includes(name);
      const found = named(resources, to).get(name);
      if (!found || key === undefined) return found !== undefined;
      return key in ((found['data'] ?? {}) as object);
    };
    return resources.flatMap((resource) => {
      const lost = referencesIn(resource['spec']).filter((each) => !exists(each));
      return [
        ...lost.map(({ to, name, key }) => `${key === undefined ? '' : `${key} in `}${to} ${name}`),
        ...workloads([resource]).flatMap(lostVolumes),
      ].map((what) => `${titleOf(resource)}: there is no ${what}`);
    });
  };

function referencesIn(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const kind = KINDS[member];
    const targets = (Array.isArray(inner) ? inner : [inner]) as readonly unknown[];
    const own = kind === undefined ? [] : targets.flatMap((each) => referenceOf(kind, each));
    return [...own, ...referencesIn(inner)];
  });
}

function referenceOf(to: string, target: unknown): Reference[] {
  const { name, secretName = name, key } = (target ?? {}) as Fields;
  if (typeof secretName !== 'string') return [];
  // The keys of secrets are those that the script prints: a spec of its own.
  const isKeyed = to === 'ConfigMap' && typeof key === 'string';
  return [{ to, name: secretName, ...(isKeyed ? { key } : {}) }];
}

function lostVolumes({ resource, pod }: Workload): string[] {
  const { volumeClaimTemplates: claims = [] } = resource['spec'] as {
    readonly volumeClaimTemplates?: readonly Resource[];
  };
  const volumes = [
    ...(pod.volumes ?? []).map(({ name }) => name),
    ...claims.map(({ metadata }) => metadata.name),
  ];
  const mounted = allContainers(pod).flatMap(({ volumeMounts = [] }) => volumeMounts);
  return mounted.filter(({ name }) => !volumes.includes(name)).map(({ name }) => `volume ${name}`);
}
