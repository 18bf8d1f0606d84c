// Lints planted violations and prints what was reported, as JSON: [{ plant, rules }].
// Runs as a process of its own, because ESLint loads its configuration by dynamic import.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const FILES = ['**/*.ts', '**/*.tsx'];
const PROJECT = '.cache/planted.json';
const { languageOptions, rules } = tseslint.configs.disableTypeChecked;
/** Rules that need types, all off. */
const withTypes = { ...rules, 'towpath/kept-promises': 'off' };

/** To read the types of the whole repository takes ten seconds: these are of the planted files. */
function typed(plants) {
  const files = [...new Set(plants.map(({ filePath }) => `../${filePath}`))];
  mkdirSync('.cache', { recursive: true });
  writeFileSync(PROJECT, JSON.stringify({ extends: '../tsconfig.base.json', files }));
  return { files: FILES, languageOptions: { parserOptions: { project: [PROJECT] } } };
}

const plants = JSON.parse(readFileSync(0, 'utf8'));
const needTypes = plants.filter(({ rule }) => rule in withTypes);
const others = plants.filter(({ rule }) => !(rule in withTypes));
const outcome = [];
for (const [group, config] of [
  [others, { files: FILES, languageOptions, rules: withTypes }],
  [needTypes, typed(needTypes)],
]) {
  const eslint = new ESLint({ overrideConfig: [config] });
  for (const { plant, filePath, code } of group) {
    const [result] = await eslint.lintText(code, { filePath });
    outcome.push({ plant, rules: result.messages.map(({ ruleId }) => ruleId ?? 'parse-error') });
  }
}
process.stdout.write(JSON.stringify(outcome));
