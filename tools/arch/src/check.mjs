// npm run check: everything that needs no server. The order is cheapest first.
import { runSteps } from './steps.mjs';

export const CHECK_STEPS = [
  ['build', 'npm run --silent build'],
  [
    'format',
    'prettier --check --log-level warn --cache --cache-strategy content --cache-location .cache/prettier .',
  ],
  ['lint', 'eslint . --cache --cache-location .cache/eslint --max-warnings 0'],
  ['types', 'npm run --silent types'],
  ['licences', 'node tools/arch/src/licences.mjs'],
  ['generated files', 'npm run --silent generate && node tools/arch/src/unchanged.mjs'],
  ['compatibility', 'node tools/generate/dist/compatibility.js'],
];
const UNIT = 'npm run --silent jest -- --selectProjects unit --silent';

if (import.meta.filename === process.argv[1]) {
  const { failed } = runSteps([...CHECK_STEPS, ['unit and architecture tests', UNIT]]);
  if (failed) process.exit(1);
}
