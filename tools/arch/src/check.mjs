// npm run check: everything that needs no server.
import { leftOutChecks, optionalChecks } from './optional-tools.mjs';
import { printsUsage } from './usage.mjs';
import { runSideBySide, runSteps } from './steps.mjs';

/** What has not changed comes from Nx's cache. */
export const BUILD = [['build', 'npm run --silent build']];
/** The longest first, so that both lanes end together. */
const CHECKS = [
  ['lint', 'eslint . --cache --cache-location .cache/eslint --max-warnings 0'],
  ['lint with types', 'oxlint'],
  ['types', 'npm run --silent types'],
  ['generated files', 'node tools/generate/dist/main.js && node tools/arch/src/unchanged.mjs'],
  [
    'format',
    'prettier --check --log-level warn --cache --cache-strategy content --cache-location .cache/prettier .',
  ],
  ['licences', 'node tools/arch/src/licences.mjs'],
];
/** A soft limit for the steps in Go: without it they take a quarter more memory. */
process.env.GOMEMLIMIT ??= '1400MiB';
const UNIT = 'npm run --silent jest -- --selectProjects unit --silent --maxWorkers=2';

export async function runChecks() {
  const built = await runSteps(BUILD);
  if (built.failed) return built;
  const checked = await runSideBySide(CHECKS);
  // They read the generated files.
  return checked.failed ? checked : runSideBySide(optionalChecks());
}

const USAGE = `usage: npm run check
Format, lint, types, licences, generated files, unit and architecture tests: all that needs no server.
`;

if (import.meta.filename === process.argv[1] && !printsUsage(USAGE)) {
  const checks = await runChecks();
  const { failed } = checks.failed
    ? checks
    : await runSteps([['unit and architecture tests', UNIT]]);
  for (const line of leftOutChecks()) process.stdout.write(`${line}\n`);
  if (failed) process.exit(1);
}
