import { TEST_FILES } from './test-files.mjs';

/**
 * Who may import whom, by the `type:` tag of both projects. An app, a contract or the kernel never
 * reaches upwards; infra reaches only lower layers, so that `http` and `messaging` stay strangers.
 */
export const CONSTRAINTS = {
  app: ['infra', 'contract', 'kernel'],
  infra: ['infra', 'contract', 'kernel'],
  contract: ['kernel'],
  kernel: [],
  system: ['infra', 'contract', 'kernel'],
  testing: ['infra', 'contract', 'kernel', 'system', 'sdk'],
  // It stands alone: it is published without the rest.
  sdk: [],
  // Published too: it knows the system as any customer app does.
  cli: ['sdk'],
  e2e: ['contract', 'testing', 'system', 'kernel', 'sdk'],
  tool: ['infra', 'contract', 'kernel', 'testing', 'system', 'tool', 'sdk'],
};

/** What starts real servers and speaks to them. */
const FOR_TESTS = ['system', 'testing', 'sdk'];

/** Packages that only one kind of project may use. */
const FRAMEWORKS = ['@nestjs/*', 'typeorm', 'pg', 'kafkajs', 'fastify', 'undici', 'pino', 'rxjs'];
const BANNED_PACKAGES = {
  kernel: ['*', '!node:crypto'],
  contract: [
    'typeorm',
    'pg',
    'kafkajs',
    'fastify',
    'undici',
    'pino',
    '@nestjs/core',
    '@nestjs/common',
    '@nestjs/microservices',
    'node:*',
  ],
  app: ['kafkajs'],
  sdk: ['*'],
  cli: [],
  infra: [],
  system: [],
  testing: [],
  e2e: ['typeorm', '@nestjs/*'],
  tool: [],
};

export function mayImport(from, to, inTest = false) {
  if (from.name === to.name) return true;
  if (inTest && from.type !== 'e2e' && FOR_TESTS.includes(to.type)) return true;
  if (!CONSTRAINTS[from.type]?.includes(to.type)) return false;
  if (to.scope !== 'shared' && to.scope !== from.scope) return false;
  return from.type !== 'infra' || to.type !== 'infra' || to.layer < from.layer;
}

/**
 * ESLint blocks that enforce the table above. Each project has its own policy in its own blocks:
 * the plugin tries every policy of a block on every import.
 */
export function boundaryConfigs(plugin, projects) {
  const elements = projects.map(({ name, folder }) => ({ type: name, pattern: folder }));
  const policy = (from, inTest) => ({
    from: { element: { type: from.name } },
    allow: {
      to: {
        element: {
          types: {
            anyOf: projects.filter((to) => mayImport(from, to, inTest)).map((to) => to.name),
          },
        },
      },
    },
  });
  const rule = (...policies) => ({
    'boundaries/dependencies': [
      'error',
      { default: 'disallow', policies: [...policies, ...OUTSIDE] },
    ],
  });
  const settings = {
    'boundaries/elements': elements,
    'boundaries/include': ['**/*.ts'],
    'import/resolver': { typescript: { project: 'tsconfig.json', alwaysTryTypes: true } },
  };
  return [
    { files: ['**/*.ts'], plugins: { boundaries: plugin }, settings, rules: rule() },
    ...projects.flatMap((from) => [
      { files: [`${from.folder}/**/*.ts`], rules: rule(policy(from, false)) },
      {
        files: TEST_FILES.map((pattern) => `${from.folder}/${pattern}`),
        rules: rule(policy(from, true)),
      },
    ]),
    ...projects.filter(({ type }) => BANNED_PACKAGES[type].length > 0).map(packageBan),
  ];
}

const OUTSIDE = [{ allow: { to: { module: { origin: ['external', 'core'] } } } }];

function packageBan({ folder, type }) {
  const group = BANNED_PACKAGES[type];
  const patterns =
    type === 'kernel' || type === 'sdk'
      ? [{ regex: '^(?!\\.)', message: 'The kernel and the SDK use nothing but the language.' }]
      : [{ group, message: `A type:${type} project must not use this package.` }];
  return {
    files: [`${folder}/src/**/*.ts`],
    ignores: TEST_FILES,
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

export { FRAMEWORKS };
