// npm test: the checks, then every test on real parts. Ends with the counts of all tests.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { CHECK_STEPS } from './check.mjs';
import { runSteps } from './steps.mjs';

const REPORTS = '.cache/test-reports';
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const suites = ['unit', 'integration', 'e2e'];
const jest = (suite) => [
  `${suite} tests`,
  `npm run --silent jest -- --selectProjects ${suite} --passWithNoTests --json --outputFile=${REPORTS}/${suite}.json` +
    (suite === 'unit' ? ' --silent' : ' --runInBand --forceExit'),
];

// A failing suite does not hide what the next one would tell; a failing check does stop.
const checked = runSteps(CHECK_STEPS).failed;
const failures = checked
  ? [checked]
  : suites.map((suite) => runSteps([jest(suite)]).failed).filter((step) => step !== null);
const failed = failures.length > 0;
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const suite of suites) {
  try {
    const report = JSON.parse(readFileSync(`${REPORTS}/${suite}.json`, 'utf8'));
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
    totals.skipped += report.numPendingTests;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
if (failed && totals.failed === 0) totals.failed = 1;
if (failed) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(
  `\n${totals.passed} passed, ${totals.failed} failed` +
    `${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}\n`,
);
process.exit(failed ? 1 : 0);
