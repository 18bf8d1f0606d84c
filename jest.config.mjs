// One configuration, three projects. `unit` needs nothing; `integration` starts real PostgreSQL and
// Kafka once per run; `e2e` starts the whole built system.
const swc = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2024',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};
const base = {
  rootDir: '.',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false }] },
  moduleNameMapper: {
    '^@towpath/contracts/consent$': '<rootDir>/libs/contracts/src/consent/index.ts',
    '^@towpath/contracts/([a-z-]+)$': '<rootDir>/libs/contracts/src/http/$1/index.ts',
    '^@towpath/reconciliation/books$': '<rootDir>/libs/reconciliation/src/books/index.ts',
    '^@towpath/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/', '/.data/', '/.nx/'],
};
export default {
  testSequencer: '<rootDir>/libs/testing/jest/slow-first.mjs',
  projects: [
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'] },
    {
      ...base,
      displayName: 'integration',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/jest/integration-timeouts.mjs'],
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.{int,contract,migration}-spec.ts'],
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
        ...(process.env.WITHOUT_HOSTILE ? ['/hostile/'] : []),
      ],
      globalSetup: '<rootDir>/e2e/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/e2e/jest/global-teardown.mjs',
    },
  ],
};
