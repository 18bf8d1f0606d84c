import type { Resource } from './resources.fixture.js';

type Json = unknown;
type Fields = Record<string, Json>;

/** One entry of `patches`: by its target, or by the kind and name that the patch itself has. */
export interface Patch {
  readonly patch: Json;
  readonly target?: {
    readonly kind?: string;
    readonly name?: string;
    readonly labelSelector?: string;
  };
}

interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: Json;
}

/** Lists of Kubernetes' own kinds whose members have a key; all other lists are replaced whole. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
};

/** The resources with the patch applied. Throws when it applies to none. */
export function applyPatch(resources: readonly Resource[], { patch, target }: Patch): Resource[] {
  const operations = Array.isArray(patch) ? (patch as Operation[]) : undefined;
  const wanted = target ?? targetOf(patch as Resource);
  let count = 0;
  const patched = resources.flatMap((resource) => {
    if (!matches(resource, wanted)) return [resource];
    count += 1;
    const copy = structuredClone(resource) as Fields;
    if (operations) {
      for (const operation of operations) apply(copy, operation);
      return [copy as Resource];
    }
    if ((patch as Fields)['$patch'] === 'delete') return [];
    const merged = merge(copy, patch as Fields, {
      byKey: !resource.apiVersion.includes('.io/v1alpha'),
    });
    return [
      {
        ...merged,
        metadata: { ...(merged['metadata'] as Fields), name: resource.metadata.name },
      } as Resource,
    ];
  });
  if (count === 0) throw new Error(`a patch applies to nothing: ${JSON.stringify(wanted)}`);
  return patched;
}

function targetOf({ kind, metadata }: Resource) {
  return { kind, name: metadata.name };
}

function matches(resource: Resource, target: NonNullable<Patch['target']>): boolean {
  const { kind, name, labelSelector } = target;
  const isLike = (value: string, pattern = '.*') => new RegExp(`^(?:${pattern})$`).test(value);
  if (!isLike(resource.kind, kind) || !isLike(resource.metadata.name, name)) return false;
  return (labelSelector?.split(',') ?? []).every((pair) => {
    const [key = '', value] = pair.split('=');
    return resource.metadata.labels?.[key] === value;
  });
}

function merge(onto: Fields, from: Fields, { byKey }: { readonly byKey: boolean }): Fields {
  for (const [field, value] of Object.entries(from)) {
    const old = onto[field];
    const key = byKey ? MERGE_KEYS[field] : undefined;
    if (value === null) delete onto[field];
    else if (isFields(value) && isFields(old)) merge(old, value, { byKey });
    else if (Array.isArray(value) && Array.isArray(old) && key)
      onto[field] = mergeLists(old, value, key);
    else onto[field] = value;
  }
  return onto;
}

/** What is new comes first, as kustomize has it. */
function mergeLists(old: Json[], from: Json[], key: string): Json[] {
  const keyOf = (member: Json) => (member as Fields)[key];
  const added = from.filter((member) => !old.some((each) => keyOf(each) === keyOf(member)));
  const kept = old.map((member) => {
    const change = from.find((each) => keyOf(each) === keyOf(member));
    return change ? merge(member as Fields, change as Fields, { byKey: true }) : member;
  });
  return [...added, ...kept];
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function apply(root: Fields, { op, path, value }: Operation): void {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() ?? '';
  let at: Json = root;
  for (const step of steps) {
    at = (at as Fields)[step];
    if (at === undefined) throw new Error(`a patch has no ${path} to ${op}`);
  }
  if (Array.isArray(at)) {
    const index = last === '-' ? at.length : Number(last);
    if (op === 'add') at.splice(index, 0, value);
    else if (op === 'replace') at[index] = value;
    else at.splice(index, 1);
    return;
  }
  const fields = at as Fields;
  if (op !== 'add' && !(last in fields)) throw new Error(`a patch has no ${path} to ${op}`);
  if (op === 'remove') delete fields[last];
  else fields[last] = value;
}
