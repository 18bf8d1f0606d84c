const ENTRANCES = ['apps/*/src/**/*controller.ts', 'apps/*/src/**/*.consumer.ts'];
const CALLS_SERVICES =
  'Controllers and consumers call services and reads, never tables or repositories.';

/** Inside a slice: the domain is pure, controllers and consumers never reach persistence. */
export const sliceRules = [
  {
    files: ['apps/*/src/**/domain/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`^(?!\./|@towpath/kernel$|@towpath/reconciliation/books$)`,
              message:
                'A domain folder imports the kernel, the arithmetic of books and its own folder, nothing else.',
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'Date', 'fetch'],
    },
  },
  {
    files: ENTRANCES,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`/persistence/|^typeorm$|^pg$|^kafkajs$|\.(repository|table)\.js$`,
              message: CALLS_SERVICES,
            },
          ],
        },
      ],
      // Some repositories are abstract classes of ports.ts; to have one injected is to import its value.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: String.raw`/ports\.js$`, allowTypeImports: true, message: CALLS_SERVICES },
          ],
        },
      ],
    },
  },
];
