/** Files in which test helpers may be imported. */
export const TEST_FILES = ['**/*spec.ts', '**/test/**/*.ts', '**/*.fixture.ts'];
