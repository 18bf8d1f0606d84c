import { spawnSync } from 'node:child_process';

// One configuration, three projects. `unit` needs nothing; `integration` starts real PostgreSQL and
// Kafka once per run; `e2e` starts the whole built system.
const base = {
  rootDir: '.',
  testEnvironment: 'node',
  testRunner: '<rootDir>/libs/testing/jest/native/runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['/dist/', '/.data/', '/.nx/'],
};
/** Specs that nobody else may run beside: hostile callers, and one that holds a table of all. */
const DISTURBING = ['/hostile/', '/mandate-commands\\.'];
/** It evaluates the alerts of a running system. */
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
export default {
  testSequencer: '<rootDir>/libs/testing/jest/slow-first.mjs',
  projects: [
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'] },
    {
      ...base,
      displayName: 'integration',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/jest/integration-timeouts.mjs'],
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.{int,contract,migration}-spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...(hasPromtool ? [] : ['/alerts/'])],
      globalSetup: '<rootDir>/libs/testing/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest/global-teardown.mjs',
    },
    {
      ...base,
      displayName: 'e2e',
      setupFilesAfterEnv: ['<rootDir>/e2e/jest/patience.mjs'],
      testMatch: ['<rootDir>/e2e/src/**/*.e2e-spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        ...(process.env.SCHEMATHESIS ? [] : ['/fuzzing/']),
        ...(process.env.WITHOUT_DISTURBING ? DISTURBING : []),
      ],
      globalSetup: '<rootDir>/e2e/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/e2e/jest/global-teardown.mjs',
    },
  ],
};
