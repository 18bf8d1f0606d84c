import { execFileSync, spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { Resource } from './resources.fixture.js';

const MAX_BYTES = 64 * 1024 * 1024;
const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;
const [tool, verb] = hasKubectl ? ['kubectl', 'kustomize'] : ['kustomize', 'build'];

/** Renders a folder with kubectl, or with kustomize. */
export function render(folder: string): readonly Resource[] {
  const text = execFileSync(tool, [verb, folder], { encoding: 'utf8', maxBuffer: MAX_BYTES });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}
