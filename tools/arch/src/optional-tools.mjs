// Tools that npm does not install. `.ci/run` puts them under `.cache`; one on the path does as well.
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const SCHEMA = 'spec3.json';

/** Where the schema is that Stripe publishes: it comes with the Go module of stripe-mock. */
const SCHEMAS = [resolve('.cache/tools/stripe'), ...schemasOfGo()];
process.env.STRIPE_OPENAPI ||= SCHEMAS.find((folder) => existsSync(join(folder, SCHEMA))) ?? '';

const FOLDERS = [
  '.cache/tools/usr/bin',
  '.cache/schemathesis/bin',
  '.cache/localstripe/bin',
  '.cache/openapi-python-client/bin',
];
process.env.PATH = [...FOLDERS.map((folder) => resolve(folder)), process.env.PATH].join(delimiter);

/** Programs that specs need, and what is left out without them. kustomize does for kubectl. */
const NEEDED = {
  kubectl: 'the rules of k8s/',
  promtool: 'tests of the alert rules on a running system',
  st: 'fuzzing of the documented interface (Schemathesis)',
  'stripe-mock': 'requests to Stripe replayed to its own stand-in',
  localstripe: 'payments at a double of Stripe that others wrote',
  'oapi-codegen': 'the journeys of a shop in Go, with a generated client',
  'openapi-python-client': 'the journeys of a shop in Python, with a generated client',
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
/** What a tool is of no use without. */
const COMPANIONS = { 'oapi-codegen': ['go'] };
const isOnPath = (tool) =>
  process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, tool)));
const isInstalled = (tool) =>
  [tool, ...(OTHERS[tool] ?? [])].some(isOnPath) && (COMPANIONS[tool] ?? []).every(isOnPath);
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
  const missing = CHECKS.filter((check) => !canRun(check)).map(
    ({ name, tools }) => `Left out: ${name} (${tools.join(' or ')} is not installed).`,
  );
  if (process.env.STRIPE_OPENAPI) return missing;
  const answers = "the answers of Stripe's double checked against the published schema";
  return [...missing, `Left out: ${answers} (the Go module of stripe-mock is not installed).`];
}

/** A line for each kind of spec whose tool is missing. */
export function leftOutSpecs() {
  return missingTools().map((tool) => `Left out: ${NEEDED[tool]} (${tool} is not installed).`);
}

function schemasOfGo() {
  const { GOMODCACHE, GOPATH } = process.env;
  const cache = GOMODCACHE ?? join(GOPATH ?? join(homedir(), 'go'), 'pkg/mod');
  return globSync(join(cache, 'github.com/stripe/stripe-mock@*/embedded/openapi'));
}
