import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const NOTHING = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };

/** The content of a report of Jest (`--json`); zeros if the run ended before its first test. */
export function readReport(path) {
  const json = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : NOTHING;
  const failedFiles = json.testResults.filter(({ status }) => status === 'failed');
  const broken = failedFiles.filter(({ assertionResults }) => assertionResults.length === 0);
  return {
    passedTests: json.numPassedTests,
    failedTests: json.numFailedTests + broken.length,
    skippedTests: json.numPendingTests,
    failures: failedFiles.flatMap(failuresOf),
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

/**
 * The failures with their reasons, one line for each test and reason, because a log may keep only
 * its end. A failing set-up is one reason for all its tests.
 */
function failuresOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const byReason = Map.groupBy(failed, (test) => briefly(test.failureMessages?.[0]));
  const texts = [...byReason].map(([reason, [first, ...others]]) => {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return `${first.fullName}${more}: ${reason}`;
  });
  const lines = assertionResults.length > 0 ? texts : [briefly(message)];
  return lines.map((line) => `${relative('.', name)} › ${line}`);
}

const LONGEST_MESSAGE = 1_000;

function briefly(message) {
  const text = stripVTControlCharacters(message ?? '').replaceAll(/\s+/g, ' ');
  return text.trim().slice(0, LONGEST_MESSAGE);
}

/** One line for each of the files that took longest, longest first. */
export function slowest(durations, count) {
  return durations
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}
