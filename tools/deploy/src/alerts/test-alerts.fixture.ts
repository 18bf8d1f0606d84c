// Checks the alert rules of k8s/ with promtool, and runs their tests; ends with 1 when one fails.
import { readFileSync } from 'node:fs';
import { runPromtool } from './promtool.fixture.js';

const TESTS = 'tools/deploy/src/alerts/alerts.test.yaml';

for (const failure of runPromtool(readFileSync(TESTS, 'utf8'))) {
  process.stderr.write(failure);
  process.exitCode = 1;
}
