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
              regex: String.raw`^(?!\./|@towpath/kernel$)`,
              message: 'A domain folder imports the kernel and its own folder, nothing else.',
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'Date', 'fetch'],
    },
  },
  {
    files: ['apps/*/src/**/*.{controller,consumer}.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`/persistence/|^typeorm$|^pg$|^kafkajs$|\.repository\.js$`,
              message: 'Controllers and consumers call use cases and queries, never repositories.',
            },
          ],
        },
      ],
    },
  },
];
