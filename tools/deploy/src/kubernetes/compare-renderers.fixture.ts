// Renders every overlay with `kubectl kustomize`, or `kustomize build`, and with the renderer of the
// specs; ends with 1 where the two differ.
import { execFileSync, spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { render } from './kustomize.fixture.js';
import { titleOf, type Resource } from './resources.fixture.js';

const FOLDERS = [
  'k8s/base',
  'k8s/overlays/local',
  'k8s/overlays/production',
  'tools/deploy/src/kubernetes/external.fixture',
];
const MOST_BYTES = 64 * 1024 * 1024;

function renderedByKubectl(folder: string): Resource[] {
  const options = { encoding: 'utf8', maxBuffer: MOST_BYTES } as const;
  const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;
  const [tool, verb] = hasKubectl ? ['kubectl', 'kustomize'] : ['kustomize', 'build'];
  const text = execFileSync(tool, [verb, folder], options);
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

function differences(folder: string): string[] {
  const byTitle = (list: readonly Resource[]) => new Map(list.map((each) => [titleOf(each), each]));
  const theirs = byTitle(renderedByKubectl(folder));
  const ours = byTitle(render(folder));
  const titles = new Set([...theirs.keys(), ...ours.keys()]);
  return [...titles].filter((title) => !isDeepStrictEqual(theirs.get(title), ours.get(title)));
}

for (const folder of FOLDERS) {
  const found = differences(folder);
  if (found.length === 0) continue;
  process.stderr.write(`${folder} is rendered otherwise by kubectl: ${found.join(', ')}\n`);
  process.exitCode = 1;
}
