import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { boundaryConfigs } from './tools/eslint-rules/src/boundaries.mjs';
import { parameters } from './tools/eslint-rules/src/parameters.mjs';
import { readProjects } from './tools/eslint-rules/src/projects.mjs';
import { sliceRules } from './tools/eslint-rules/src/slices.mjs';
import { syntaxBans } from './tools/eslint-rules/src/syntax-bans.mjs';

const TYPED = ['{apps,libs,tools}/*/{src,test}/**/*.ts', 'e2e/src/**/*.ts'];

export default defineConfig(
  globalIgnores(['**/dist/', '**/.data/', '**/.nx/', 'docs/generated/', '**/planted/']),
  { files: ['**/*.mjs', '**/*.js'], extends: [js.configs.recommended] },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: TYPED,
    ignores: ['apps/hosted-ui/**'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { towpath: { rules: { parameters } } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
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
    },
  },
  {
    files: ['**/*spec.ts'],
    rules: { 'max-lines': ['error', { max: 400 }], 'max-lines-per-function': 'off' },
  },
  ...boundaryConfigs(boundaries, readProjects(import.meta.dirname)),
  ...sliceRules,
  ...syntaxBans,
);
