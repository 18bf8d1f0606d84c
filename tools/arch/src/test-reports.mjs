import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const NOTHING = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };

/** What a report of Jest (`--json`) tells; zeros when the run ended before its first test. */
export function readReport(path) {
  const json = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : NOTHING;
  const failedFiles = json.testResults.filter(({ status }) => status === 'failed');
  const broken = failedFiles.filter(({ assertionResults }) => assertionResults.length === 0);
  return {
    passedTests: json.numPassedTests,
    failedTests: json.numFailedTests + broken.length,
    skippedTests: json.numPendingTests,
    failedFiles: failedFiles.map(({ name }) => relative('.', name)),
    passedInFailedFiles: failedFiles
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
    durations: json.testResults.map(({ name, startTime, endTime }) => ({
      file: relative('.', name),
      ms: endTime - startTime,
    })),
  };
}

/** One line for each of the files that took longest, longest first. */
export function slowest(durations, count) {
  return durations
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
