// Checks with tools that npm does not install: run where the tool is, named at the end where it is not.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Where `.ci/run` installs it; one on the path does as well. */
const FUZZERS = ['.cache/schemathesis/bin/st', 'st'];

const OPTIONAL = [
  {
    name: 'k8s as kubectl renders it',
    tools: ['kubectl', 'kustomize'],
    command: 'node tools/deploy/dist/kubernetes/compare-renderers.fixture.js',
  },
  {
    name: 'tests of the alert rules',
    tools: ['promtool'],
    command: 'node tools/deploy/dist/alerts/test-alerts.fixture.js',
  },
];

// What it answers does not matter: only a program that is missing cannot be started.
const isInstalled = ({ tools }) =>
  tools.some((tool) => spawnSync(tool, ['version', '--client']).error === undefined);

/** Steps for those of which a tool is installed. */
export function optionalChecks() {
  return OPTIONAL.filter(isInstalled).map(({ name, command }) => [name, command]);
}

/** The program that fuzzes the documented interface in the end-to-end tests, if it is installed. */
export function fuzzer() {
  const found = FUZZERS.find((program) => spawnSync(program, ['--version']).status === 0);
  return found && (found.includes('/') ? resolve(found) : found);
}

/** A line when the end-to-end tests go without fuzzing. */
export function leftOutFuzzing() {
  if (fuzzer()) return [];
  return ['Left out: fuzzing of the documented interface (Schemathesis is not installed).'];
}

/** A line for each check whose tool is missing. */
export function leftOutChecks() {
  return OPTIONAL.filter((check) => !isInstalled(check)).map(
    ({ name, tools }) => `Left out: ${name} (${tools.join(' or ')} is not installed).`,
  );
}
