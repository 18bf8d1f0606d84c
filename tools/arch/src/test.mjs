// npm test: the checks, then what proves each promise and operation on real parts. With `full`, what
// takes long and seldom fails instead. Both end with the counts of their tests.
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { BUILD, runChecks } from './check.mjs';
import { measurePatience } from './machine.mjs';
import { leftOutChecks, leftOutSpecs } from './optional-tools.mjs';
import { MAX_UNSTEADY, keepUnsteady, takeUnsteady } from './unsteady-files.mjs';
import { runSteps } from './steps.mjs';
import { readReport, slowest } from './test-reports.mjs';
import { printsUsage } from './usage.mjs';

const USAGE = `usage: npm test, or npm run test:full
npm test: the checks, then what proves each promise and each operation on real PostgreSQL, Kafka and Chromium.
npm run test:full: what takes long and seldom fails. Both end with a summary.
`;
if (printsUsage(USAGE)) process.exit();

const REPORTS = '.cache/test-reports';
/** Of answers and webhooks, which the end-to-end tests keep. */
const EXAMPLES = resolve('.cache/kept-examples');
const isFull = process.argv.includes('full');
/** Time for the whole run on two idle cores. A longer run passes, but its time is printed. */
const BUDGET_MINUTES = isFull ? 18 : 12;
const SLOWEST = 10;
/** One more than cores: files on real servers mostly wait. Long ones use a core each. */
const WORKERS = isFull ? 2 : 3;
const MAX_REASONS = 20;
// A worker is replaced when it has grown: each file leaves its modules behind, and a hundred of them
// fill the heap of a process that runs them all.
const ON_SERVERS = '--workerIdleMemoryLimit=1GB --forceExit';

const started = performance.now();
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const durations = [];
const reasons = [];
mkdirSync(REPORTS, { recursive: true });
rmSync(EXAMPLES, { recursive: true, force: true });
process.env.KEPT_EXAMPLES = EXAMPLES;
/** Files that passed only when run again; `npm run test:full` adds to those of `npm test`. */
const unsteady = takeUnsteady(isFull);
process.env.TEST_PATIENCE ??= String(await measurePatience());

if (isFull) await runFull();
else await runProofs();
if (unsteady.length > MAX_UNSTEADY)
  failures.push(`more than ${MAX_UNSTEADY} files that pass only when run again`);
if (!isFull) keepUnsteady(unsteady);

// A failing suite does not hide what the next one would tell; a failing check does stop.
async function runProofs() {
  const { failed: failedCheck } = await runChecks();
  if (failedCheck) return void failures.push(failedCheck);
  await runUnit();
  await runOnServers({ name: 'proofs', projects: 'integration e2e', workers: WORKERS });
  await checkExamples();
}

async function runFull() {
  // Containers and services are what was built last, maybe from other sources.
  const { failed: failedBuild } = await runSteps(BUILD);
  if (failedBuild) return void failures.push(failedBuild);
  const projects = 'integration-full e2e-full';
  await runOnServers({ name: 'full', projects, files: `'^(?!.*\\.alone\\.)'`, workers: WORKERS });
  await runOnServers({ name: 'alone', projects, files: `'\\.alone\\.'`, workers: 1 });
  await checkExamples();
}

/** A run whose end-to-end tests did not begin has no examples, and has failed. */
async function checkExamples() {
  const command = `npm run --silent examples -- ${EXAMPLES}`;
  const { failed } = await runSteps([['answers as the types of the SDK', command]]);
  if (failed) failures.push(failed);
}

async function runUnit() {
  const run = await jest({
    name: 'unit',
    projects: 'unit',
    options: '--silent --maxWorkers=2',
  });
  count(run);
  if (run.failed) failures.push('unit');
}

/**
 * Test files run in parallel over one PostgreSQL, one Kafka and one running system, because they
 * mostly wait. A few files with a failure run once more, alone, because a busy machine may miss a
 * deadline. The end lists files that pass only then, because they need a correction too. A run that
 * ended before its first test is repeated as a whole.
 */
async function runOnServers({ name, projects, files = '', workers }) {
  const first = await jest({
    ...{ name, projects, files },
    options: `${ON_SERVERS} --maxWorkers=${workers}`,
  });
  count(first);
  if (!first.failed) return;
  // All tests passed, and yet a server or the shared system ended by itself.
  if (first.passedTests > 0 && first.failedFiles.length === 0) {
    reasons.push(`${name}: all tests passed, and the run ended as failed`);
    return void failures.push(name);
  }
  if (unsteady.length + first.failedFiles.length > MAX_UNSTEADY) return void failures.push(name);
  const again = await jest({
    ...{ name: `${name} again`, projects, files: first.failedFiles.length > 0 ? '' : files },
    options: `${ON_SERVERS} --maxWorkers=1 ${byPath(first.failedFiles)}`,
  });
  totals.passed -= first.passedInFailedFiles;
  totals.failed -= first.failedTests;
  count(again);
  if (again.failed) failures.push(name);
  else unsteady.push(...(first.failedFiles.length > 0 ? first.failedFiles : [name]));
}

// A function, because the runs above begin before a constant of this line would have its value.
function byPath(files) {
  return files.length > 0 ? `--runTestsByPath ${files.join(' ')}` : '';
}

async function jest({ name, projects, files = '', options }) {
  const report = `${REPORTS}/${name.replaceAll(' ', '-')}.json`;
  const run = `npm run --silent jest -- ${files} --selectProjects ${projects}`;
  const command = `${run} --json --outputFile=${report} ${options}`;
  rmSync(report, { force: true });
  const { failed } = await runSteps([[`${name} tests`, command]]);
  return { failed: failed !== null, ...readReport(report) };
}

function count(run) {
  totals.passed += run.passedTests;
  totals.failed += run.failedTests;
  totals.skipped += run.skippedTests;
  durations.push(...run.durations);
  reasons.push(...run.failures);
}

if (failures.length > 0 && totals.failed === 0) totals.failed = 1;
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
const summary = [
  ...(durations.length > 0 ? ['Slowest files:', ...slowest(durations, SLOWEST)] : []),
  `Total: ${minutes} min; the budget on two idle cores is ${BUDGET_MINUTES} min.`,
  `Deadlines were ${process.env.TEST_PATIENCE} times as long as on two idle cores.`,
  ...(isFull ? leftOutSpecs() : leftOutChecks()),
  ...(reasons.length > 0
    ? ['What failed, at first or again:', ...reasons.slice(0, MAX_REASONS)]
    : []),
  ...(failures.length > 0 ? [`Failed: ${failures.join(', ')}`] : []),
  ...(unsteady.length > 0 ? [`Passed only when run again: ${unsteady.join(', ')}`] : []),
  `${totals.passed} passed, ${totals.failed} failed` +
    (totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''),
];
process.stdout.write(`\n${summary.join('\n')}\n`);
process.exit(failures.length > 0 ? 1 : 0);
