import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { applyPatch, type Patch } from './patches.fixture.js';
import { replaced, type Replacement } from './replacements.fixture.js';
import { allContainers, workloads, type Container, type Resource } from './resources.fixture.js';

interface Image {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

interface ConfigMapGenerator {
  readonly name: string;
  readonly behavior?: 'create' | 'merge';
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly options?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly disableNameSuffixHash?: boolean;
  };
}

interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly ConfigMapGenerator[];
  readonly images?: readonly Image[];
  readonly patches?: readonly (Omit<Patch, 'patch'> & {
    readonly patch?: string;
    readonly path?: string;
  })[];
  readonly replacements?: readonly Replacement[];
}

const KNOWN = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'configMapGenerator',
  'images',
  'patches',
  'replacements',
];
const CLUSTER_WIDE = ['PersistentVolume', 'ClusterRole', 'ClusterRoleBinding'];
const HASH_LENGTH = 10;
/** kustomize leaves out characters that could spell a word. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };

/**
 * Renders a folder as kustomize does, for the part of its language that k8s/ uses; refuses the rest.
 * Where kubectl is installed, a check of its own compares the two.
 */
export function render(folder: string): readonly Resource[] {
  const resources = accumulate(folder, []);
  const hashed = new Map<string, string>();
  const named = resources.map((resource) => {
    if (!isGenerated(resource)) return resource;
    const name = `${resource.metadata.name}-${contentHash(resource)}`;
    hashed.set(resource.metadata.name, name);
    return generated({ ...resource, metadata: { ...resource.metadata, name } });
  });
  return named.map((resource) => withHashedNames(resource, hashed));
}

const GENERATED = Symbol('generated config map');

function generated(resource: Resource): Resource {
  return Object.defineProperty({ ...resource }, GENERATED, { value: true, enumerable: true });
}

function isGenerated(resource: Resource): boolean {
  return GENERATED in resource;
}

/** The resources of a folder on top of those that are there already. */
function accumulate(folder: string, before: readonly Resource[]): Resource[] {
  const file = readKustomization(folder);
  let resources = [...before];
  for (const entry of file.resources ?? []) {
    const path = join(folder, entry);
    resources.push(...(statSync(path).isDirectory() ? accumulate(path, []) : readResources(path)));
  }
  for (const entry of file.components ?? []) resources = accumulate(join(folder, entry), resources);
  for (const entry of file.configMapGenerator ?? [])
    resources = withConfigMap(resources, { entry, folder });
  for (const { patch, path, ...rest } of file.patches ?? []) {
    const text = patch ?? readFileSync(join(folder, path ?? ''), 'utf8');
    resources = applyPatch(resources, { ...rest, patch: parse(text) as unknown });
  }
  if (file.namespace) resources = resources.map((each) => inNamespace(each, file.namespace ?? ''));
  for (const image of file.images ?? [])
    resources = resources.map((each) => withImage(each, image));
  for (const each of file.replacements ?? []) resources = replaced(resources, each);
  assertDistinct(resources, folder);
  return resources;
}

function readKustomization(folder: string): Kustomization {
  const file = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(file).filter((key) => !KNOWN.includes(key));
  if (unknown.length > 0)
    throw new Error(`${folder}: this renderer does not know ${unknown.join(', ')}`);
  return file;
}

function readResources(path: string): Resource[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Resource;
  });
}

function withConfigMap(
  resources: readonly Resource[],
  { entry, folder }: { readonly entry: ConfigMapGenerator; readonly folder: string },
): Resource[] {
  const { name, behavior = 'create', literals = [], files = [], options } = entry;
  const fromFiles = files.map((file): [string, string] => {
    const [key, path] = file.includes('=')
      ? (file.split('=') as [string, string])
      : [file.split('/').at(-1) ?? '', file];
    return [key, readFileSync(join(folder, path), 'utf8')];
  });
  const fromLiterals = literals.map((literal): [string, string] => {
    const at = literal.indexOf('=');
    return [literal.slice(0, at), literal.slice(at + 1)];
  });
  const data = Object.fromEntries([...fromLiterals, ...fromFiles]);
  const isSame = ({ kind, metadata }: Resource) => kind === 'ConfigMap' && metadata.name === name;
  const old = resources.find(isSame);
  if ((behavior === 'merge') !== (old !== undefined)) {
    throw new Error(`${folder}: config map ${name} ${old ? 'exists already' : 'does not exist'}`);
  }
  const keepsName = options?.disableNameSuffixHash ?? (old !== undefined && !isGenerated(old));
  const made: Resource = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: old?.metadata ?? { name, ...(options?.labels ? { labels: options.labels } : {}) },
    data: { ...(old?.['data'] as object | undefined), ...data },
  };
  const marked = keepsName ? made : generated(made);
  return old ? resources.map((each) => (isSame(each) ? marked : each)) : [...resources, marked];
}

function inNamespace(resource: Resource, namespace: string): Resource {
  if (resource.kind === 'Namespace') {
    return { ...resource, metadata: { ...resource.metadata, name: namespace } };
  }
  if (CLUSTER_WIDE.includes(resource.kind)) return resource;
  return { ...resource, metadata: { ...resource.metadata, namespace } };
}

function withImage(resource: Resource, { name, newName = name, newTag, digest }: Image): Resource {
  const copy = structuredCopy(resource);
  for (const { pod } of workloads([copy])) {
    for (const container of allContainers(pod)) {
      const [, old, rest = ''] = /^([^:@]+(?::\d+\/[^:@]+)?)([:@].*)?$/.exec(container.image) ?? [];
      if (old !== name) continue;
      const suffix = digest ? `@${digest}` : newTag ? `:${newTag}` : rest;
      (container as { image: string } & Container).image = `${newName}${suffix}`;
    }
  }
  return copy;
}

function structuredCopy(resource: Resource): Resource {
  const copy = structuredClone({ ...resource, [GENERATED]: undefined });
  return isGenerated(resource) ? generated(copy) : copy;
}

/** The name's last part, by the content alone: a roll-out follows its change. */
function contentHash({ data }: Resource): string {
  const sorted = Object.fromEntries(
    Object.entries(data as object).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' });
  // As Go writes JSON.
  const escaped = text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const hex = createHash('sha256').update(escaped).digest('hex').slice(0, HASH_LENGTH);
  return [...hex].map((digit) => LETTERS[digit] ?? digit).join('');
}

const HOLDS_REFERENCE = ['configMapRef', 'configMapKeyRef', 'configMap'];

function withHashedNames(resource: Resource, hashed: ReadonlyMap<string, string>): Resource {
  const text = JSON.stringify(resource, (key, value: unknown) => {
    if (!HOLDS_REFERENCE.includes(key)) return value;
    const reference = value as { readonly name: string };
    return { ...reference, name: hashed.get(reference.name) ?? reference.name };
  });
  return JSON.parse(text) as Resource;
}

function assertDistinct(resources: readonly Resource[], folder: string): void {
  const seen = new Set<string>();
  for (const { kind, metadata } of resources) {
    const id = `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
    if (seen.has(id)) throw new Error(`${folder}: ${id} is there twice`);
    seen.add(id);
  }
}
