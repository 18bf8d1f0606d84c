const HANDLERS = ['apps/*/src/**/*controller.ts', 'apps/*/src/**/*.consumer.ts'];
const CALLS_SERVICES = 'Controllers and consumers call services and reads, never tables.';

/** Controllers and consumers never reach tables. */
export const sliceRules = [
  {
    files: HANDLERS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`/persistence/|^typeorm$|^pg$|^kafkajs$|\.table\.js$`,
              message: CALLS_SERVICES,
            },
          ],
        },
      ],
      // Some ports are abstract classes: to have one injected is to import its value.
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
