import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { areas } from './tools/eslint-rules/src/areas.mjs';
import { boundaryConfigs } from './tools/eslint-rules/src/boundaries.mjs';
import { fileRoles } from './tools/eslint-rules/src/file-roles.mjs';
import { keptPromises } from './tools/eslint-rules/src/kept-promises.mjs';
import { ownContracts } from './tools/eslint-rules/src/own-contracts.mjs';
import { parameters } from './tools/eslint-rules/src/parameters.mjs';
import { readProjects } from './tools/eslint-rules/src/projects.mjs';
import { sliceRules } from './tools/eslint-rules/src/slices.mjs';
import { syntaxBans } from './tools/eslint-rules/src/syntax-bans.mjs';
import { transactions } from './tools/eslint-rules/src/transactions.mjs';

const SOURCES = ['{apps,libs,tools}/*/{src,test}/**/*.ts', 'e2e/src/**/*.ts'];

const PAGES = ['apps/{hosted-ui,console}/**/*.{ts,tsx}'];
const RENDER = {
  name: 'preact',
  importNames: ['render', 'hydrate'],
  message: 'Use showPage: texts that it renders change on a page that the browser translates too.',
};

const NODE_GLOBALS = ['process', 'console', 'performance', 'URL', 'Buffer'];
const BROWSER_GLOBALS = [
  'addEventListener',
  'document',
  'fetch',
  'FormData',
  'location',
  'matchMedia',
  'parent',
  'ResizeObserver',
  'URLSearchParams',
  'window',
];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const RULES = {
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
  '@typescript-eslint/no-extraneous-class': 'off',
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-len': [
    'error',
    {
      code: 110,
      ignoreUrls: true,
      ignoreStrings: true,
      ignoreTemplateLiterals: true,
      ignoreRegExpLiterals: true,
    },
  ],
  'towpath/parameters': 'error',
};

const PLUGIN = {
  rules: {
    parameters,
    areas,
    'file-roles': fileRoles,
    'kept-promises': keptPromises,
    'own-contracts': ownContracts,
    transactions,
  },
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/.data/',
    '**/.nx/',
    '**/.cache/',
    'docs/generated/',
    'libs/sdk/src/generated/',
    '**/planted/',
  ]),
  { files: ['**/*.mjs', '**/*.js'], extends: [js.configs.recommended] },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: readonly(NODE_GLOBALS) } },
  {
    files: [
      'apps/hosted-ui/dev/fake/**/*.js',
      'apps/sandbox/assets/**/*.js',
      'apps/guides/reference/**/*.js',
    ],
    languageOptions: { globals: readonly(BROWSER_GLOBALS) },
  },
  {
    files: [...SOURCES, ...PAGES],
    extends: [tseslint.configs.recommended],
    plugins: { towpath: PLUGIN },
    rules: RULES,
  },
  {
    files: ['**/*spec.ts', '**/test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': 'off',
      // The rows of a table test are positional.
      'towpath/parameters': 'off',
    },
  },
  {
    files: ['apps/*/src/**/*.service.ts'],
    rules: { 'max-lines': ['error', { max: 400 }] },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: { 'towpath/own-contracts': 'error' },
  },
  {
    files: ['{apps,libs,tools}/*/src/**/*.ts'],
    ignores: ['**/*spec.ts', '**/*.fixture.ts', ...PAGES],
    // One rule asks for types. The others that need them are in .oxlintrc.json.
    languageOptions: {
      parserOptions: {
        project: ['tools/eslint-rules/kept-promises.tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: { 'towpath/kept-promises': 'error', 'towpath/transactions': 'error' },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    rules: { 'towpath/file-roles': 'error', 'towpath/areas': 'error' },
  },
  {
    files: ['apps/hosted-ui/src/**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [RENDER] }] },
  },
  {
    files: ['apps/hosted-ui/src/shared/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [RENDER],
          patterns: [{ regex: '/pages/', message: 'What pages share imports no page.' }],
        },
      ],
    },
  },
  {
    files: ['apps/hosted-ui/src/shared/parts/show-page.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  ...boundaryConfigs(boundaries, readProjects(import.meta.dirname)),
  ...sliceRules,
  ...syntaxBans,
);
