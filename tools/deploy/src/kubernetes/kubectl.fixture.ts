// A stand-in for kubectl and its cluster, as far as k8s/release.sh and the guide of a restore use it.
// CLUSTER names the file with its objects; RENDERED one with what `kubectl kustomize` prints.
// Like the real one it refuses to change the pods of a job, and kinds that the cluster does not have.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Resource } from './resources.fixture.js';

interface Cluster {
  readonly kinds: readonly string[];
  readonly objects: Record<string, Resource>;
  /** What happened, in order. */
  readonly events: string[];
}

type Fields = Record<string, unknown>;

const file = process.env['CLUSTER'] ?? '';
const rendered = process.env['RENDERED'] ?? '';
const cluster = JSON.parse(readFileSync(file, 'utf8')) as Cluster;
const before = cluster.events.length;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    namespace: { type: 'string', short: 'n' },
    selector: { type: 'string' },
    filename: { type: 'string', short: 'f' },
    kustomize: { type: 'string', short: 'k' },
    from: { type: 'string' },
    for: { type: 'string' },
    timeout: { type: 'string' },
    output: { type: 'string', short: 'o' },
    'dry-run': { type: 'string' },
    replicas: { type: 'string' },
    all: { type: 'boolean' },
    overwrite: { type: 'boolean' },
    'ignore-not-found': { type: 'boolean' },
  },
});
const [verb = '', kind = '', name = ''] = positionals;

const matches = ({ metadata }: Resource): boolean => {
  const [key = '', value] = values.selector?.split('=') ?? [];
  return key === '' || metadata.labels?.[key] === value;
};
const titleOf = (each: Resource) => `${each.kind.toLowerCase()}/${each.metadata.name}`;
const selected = () =>
  Object.values(cluster.objects).filter(
    (each) => each.kind.toLowerCase() === kind && matches(each),
  );
const fail = (text: string) => {
  process.stderr.write(`error: ${text}\n`);
  process.exitCode = 1;
};
/** Loaded by need: most calls start without it. */
const yaml = () => import('yaml');

async function apply(text: string): Promise<void> {
  const { parseAllDocuments } = await yaml();
  const documents = parseAllDocuments(text).map((document) => document.toJS() as Resource);
  for (const each of documents.filter(matches)) {
    const old = cluster.objects[titleOf(each)];
    const podsOf = (job?: Resource) => JSON.stringify((job?.['spec'] as Fields)?.['template']);
    if (old && each.kind === 'Job' && podsOf(old) !== podsOf(each)) {
      fail(`the job ${each.metadata.name} is invalid: spec.template: field is immutable`);
      continue;
    }
    cluster.objects[titleOf(each)] = each;
    cluster.events.push(`apply ${titleOf(each)}`);
  }
}

function change(): void {
  if (!cluster.kinds.includes(kind)) return fail(`there is no kind ${kind}`);
  const found = selected();
  cluster.events.push(...found.map((each) => `${verb} ${titleOf(each)} ${values.replicas ?? ''}`));
  if (verb === 'delete') for (const each of found) delete cluster.objects[titleOf(each)];
  if (verb === 'scale')
    for (const each of found) (each['spec'] as Fields)['replicas'] = Number(values.replicas);
  if (verb === 'wait' && found.length === 0) fail('no matching resources found');
}

async function createJob(): Promise<void> {
  const from = cluster.objects[values.from ?? ''];
  if (!from) return fail(`there is no ${values.from}`);
  const { metadata, spec } = (from['spec'] as Fields)['jobTemplate'] as Fields;
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { ...(metadata as Fields), name } };
  const { stringify } = await yaml();
  process.stdout.write(stringify({ ...job, spec }, { aliasDuplicateObjects: false }));
}

if (verb === 'kustomize') process.stdout.write(readFileSync(rendered, 'utf8'));
else if (verb === 'apply')
  await apply(
    readFileSync(
      values.kustomize ? rendered : values.filename === '-' ? 0 : (values.filename ?? ''),
      'utf8',
    ),
  );
else if (verb === 'create') await createJob();
else if (verb === 'get') {
  const [plural = ''] = name.split('.');
  if (cluster.kinds.includes(plural.replace(/s$/, ''))) process.stdout.write(`crd/${name}\n`);
} else if (['delete', 'wait', 'scale', 'annotate'].includes(verb)) change();
else if (!['rollout', 'logs', 'exec'].includes(verb)) fail(`the stand-in does not know ${verb}`);
// The first of a pipeline runs beside the next: only who changes something writes.
if (cluster.events.length > before) writeFileSync(file, JSON.stringify(cluster));
