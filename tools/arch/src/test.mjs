// npm test: the checks, then every test on real parts. Ends with the counts of all tests.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { CHECK_STEPS } from './check.mjs';
import { runSteps } from './steps.mjs';

const REPORTS = '.cache/test-reports';
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const SUITES = ['unit', 'integration', 'e2e'];
// One file after another, in a process that is replaced when it has grown: each file leaves its
// modules behind, and a hundred of them fill the heap of a process that runs them all.
const IN_TURN = '--maxWorkers=1 --workerIdleMemoryLimit=1GB --forceExit';
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const unsteady = [];

// A failing suite does not hide what the next one would tell; a failing check does stop.
const { failed: failedCheck } = runSteps(CHECK_STEPS);
if (failedCheck) failures.push(failedCheck);
else SUITES.forEach(runSuite);

/**
 * Files with a failure on real servers run once more, alone: a busy machine may cost a deadline. What
 * passes only then is named at the end, because it needs mending all the same.
 */
function runSuite(suite) {
  const first = jest(suite, suite, suite === 'unit' ? '--silent' : IN_TURN);
  count(first);
  if (!first.failed) return;
  if (suite === 'unit') return void failures.push(suite);
  const files = first.failedFiles.join(' ');
  const again = jest(`${suite} again`, suite, `${IN_TURN} --runTestsByPath ${files}`);
  totals.passed -= first.passedInFailedFiles;
  totals.failed -= first.failedTests;
  count(again);
  if (again.failed) failures.push(suite);
  else unsteady.push(...(first.failedFiles.length > 0 ? first.failedFiles : [suite]));
}

function jest(name, suite, options) {
  const report = `${REPORTS}/${name.replace(' ', '-')}.json`;
  const command = `npm run --silent jest -- --selectProjects ${suite} --json --outputFile=${report} ${options}`;
  const { failed } = runSteps([[`${name} tests`, command]]);
  return { failed: failed !== null, ...read(report) };
}

/** Zeros when the run ended before its first test. */
function read(report) {
  let json = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  try {
    json = JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const failedFiles = json.testResults.filter(({ status }) => status === 'failed');
  const broken = failedFiles.filter(({ assertionResults }) => assertionResults.length === 0);
  return {
    passedTests: json.numPassedTests,
    failedTests: json.numFailedTests + broken.length,
    skippedTests: json.numPendingTests,
    failedFiles: failedFiles.map(({ name }) => name),
    passedInFailedFiles: failedFiles
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}

function count({ passedTests, failedTests, skippedTests }) {
  totals.passed += passedTests;
  totals.failed += failedTests;
  totals.skipped += skippedTests;
}

if (failures.length > 0 && totals.failed === 0) totals.failed = 1;
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
if (unsteady.length > 0)
  process.stdout.write(`\nPassed only when run again: ${unsteady.join(', ')}\n`);
process.stdout.write(
  `\n${totals.passed} passed, ${totals.failed} failed` +
    `${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}\n`,
);
process.exit(failures.length > 0 ? 1 : 0);
