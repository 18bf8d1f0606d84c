import { missingTools } from './tools/arch/src/optional-tools.mjs';

// One configuration; the name of a spec decides which project runs it. `unit` needs nothing. The
// `integration` projects start real PostgreSQL and Kafka once per run, the `e2e` projects also the
// whole built system. `npm test` runs the first three projects, `npm run test:full` the two others.
const base = {
  rootDir: '.',
  testEnvironment: 'node',
  testRunner: '<rootDir>/libs/testing/jest/native/runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['/dist/', '/.data/', '/.nx/'],
  // `*.needs-<tool>.*` runs where that tool is installed.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...missingTools().map((tool) => `\\.needs-${tool}\\.`),
  ],
};
const integration = {
  ...base,
  setupFilesAfterEnv: ['<rootDir>/libs/testing/jest/integration-timeouts.mjs'],
  globalSetup: '<rootDir>/libs/testing/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/libs/testing/jest/global-teardown.mjs',
};
const e2e = {
  ...base,
  setupFilesAfterEnv: ['<rootDir>/e2e/jest/patience.mjs'],
  globalSetup: '<rootDir>/e2e/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/e2e/jest/global-teardown.mjs',
};
const CODE = '<rootDir>/{apps,libs,tools}/**';
const JOURNEYS = '<rootDir>/e2e/src/**';

export default {
  testSequencer: '<rootDir>/libs/testing/jest/longest-first.mjs',
  projects: [
    { ...base, displayName: 'unit', testMatch: [`${CODE}/*.spec.ts`] },
    {
      ...integration,
      displayName: 'integration',
      testMatch: [`${CODE}/*.{int,contract,migration}-spec.ts`],
    },
    { ...e2e, displayName: 'e2e', testMatch: [`${JOURNEYS}/*.e2e-spec.ts`] },
    { ...integration, displayName: 'integration-full', testMatch: [`${CODE}/*.full-spec.ts`] },
    { ...e2e, displayName: 'e2e-full', testMatch: [`${JOURNEYS}/*.full-spec.ts`] },
  ],
};
