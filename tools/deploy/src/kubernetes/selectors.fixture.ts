import { workloads, type Resource, type Workload } from './resources.fixture.js';

type Labels = Readonly<Record<string, string>>;

/** A selector of labels, as policies, budgets and deployments have one. */
export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    readonly values?: readonly string[];
  }[];
}

export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Labels,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      const isIn = value !== undefined && values.includes(value);
      if (operator === 'In') return isIn;
      if (operator === 'NotIn') return !isIn;
      return (value !== undefined) === (operator === 'Exists');
    })
  );
}

/** What a selector of this resource must be about: the workload of the same name and no other. */
interface Selection {
  readonly of: Resource;
  readonly what: string;
  readonly selector: Selector;
}

function selectionsIn(resource: Resource): Selection[] {
  const spec = (resource['spec'] ?? {}) as { readonly selector?: Selector & Labels };
  const { kind } = resource;
  const own = ['Deployment', 'StatefulSet', 'PodDisruptionBudget'].includes(kind)
    ? [spec.selector ?? {}]
    : kind === 'Service'
      ? [{ matchLabels: spec.selector ?? {} }]
      : [];
  const spread = workloads([resource]).flatMap(({ pod }) =>
    (pod.topologySpreadConstraints ?? []).map(
      (constraint) => (constraint as { readonly labelSelector?: Selector }).labelSelector ?? {},
    ),
  );
  return [
    ...own.map((selector) => ({ of: resource, what: 'selector', selector })),
    ...spread.map((selector) => ({ of: resource, what: 'spread', selector })),
  ];
}

/**
 * Selectors that are about other pods than those of their own workload: a job whose pods are counted
 * by a budget blocks every eviction, and one behind a service gets requests.
 */
export function selectorFaults(resources: readonly Resource[]): string[] {
  const pods = workloads(resources);
  const isOwn = ({ resource }: Workload, { of }: Selection) =>
    /^(Deployment|StatefulSet)$/.test(resource.kind) && resource.metadata.name === of.metadata.name;
  return resources.flatMap(selectionsIn).flatMap((selection) => {
    const { of, what, selector } = selection;
    const title = `${of.kind} ${of.metadata.name}: its ${what}`;
    const found = pods.filter(({ labels }) => selects(selector, labels));
    return [
      ...(found.some((each) => isOwn(each, selection)) ? [] : [`${title} finds no pod of its own`]),
      ...found
        .filter((each) => !isOwn(each, selection))
        .map(({ resource }) => `${title} finds pods of ${resource.kind} ${resource.metadata.name}`),
    ];
  });
}
