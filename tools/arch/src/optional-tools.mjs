// Tools that npm does not install. `.ci/run` puts them under `.cache`; one on the path does as well.
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Where `.ci/run` puts the schema that Stripe publishes; specs check answers against it if it is there. */
process.env.STRIPE_OPENAPI ??= resolve('.cache/tools/stripe');

const FOLDERS = ['.cache/tools/usr/bin', '.cache/schemathesis/bin'];
process.env.PATH = [...FOLDERS.map((folder) => resolve(folder)), process.env.PATH].join(delimiter);

/** Programs that specs need, and what is left out without them. kustomize does for kubectl. */
const NEEDED = {
  kubectl: 'the rules of k8s/',
  promtool: 'tests of the alert rules on a running system',
  st: 'fuzzing of the documented interface (Schemathesis)',
  'stripe-mock': "the answers of Stripe's double checked against its published schema",
};
const CHECKS = [
  {
    name: 'the interface compared with the last version tag',
    tools: ['oasdiff'],
    command: 'node tools/arch/src/compatibility.mjs',
  },
  {
    name: 'tests of the alert rules',
    tools: ['promtool'],
    command: 'node tools/deploy/dist/alerts/test-alerts.fixture.js',
  },
];

const OTHERS = { kubectl: ['kustomize'] };
const isOnPath = (tool) =>
  process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, tool)));
const isInstalled = (tool) => [tool, ...(OTHERS[tool] ?? [])].some(isOnPath);
const canRun = ({ tools }) => tools.some(isInstalled);

/** Those without which `*.needs-<tool>.*` cannot run. */
export function missingTools() {
  return Object.keys(NEEDED).filter((tool) => !isInstalled(tool));
}

/** Steps for the checks of which a tool is installed. */
export function optionalChecks() {
  return CHECKS.filter(canRun).map(({ name, command }) => [name, command]);
}

/** A line for each check whose tool is missing. */
export function leftOutChecks() {
  return CHECKS.filter((check) => !canRun(check)).map(
    ({ name, tools }) => `Left out: ${name} (${tools.join(' or ')} is not installed).`,
  );
}

/** A line for each kind of spec whose tool is missing. */
export function leftOutSpecs() {
  return missingTools().map((tool) => `Left out: ${NEEDED[tool]} (${tool} is not installed).`);
}
