// Lints planted violations and prints what was reported, as JSON: [{ plant, rules }].
// Runs as a process of its own, because ESLint loads its configuration by dynamic import.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const FILES = ['**/*.ts', '**/*.tsx'];
const PROJECT = '.cache/planted.json';
const { languageOptions } = tseslint.configs.disableTypeChecked;
const TYPED = 'towpath/kept-promises';
const OXLINT = 'typescript/';

/** To read the types of the whole repository takes ten seconds: these are of the planted files. */
function typed(plants) {
  const files = [...new Set(plants.map(({ filePath }) => `../${filePath}`))];
  mkdirSync('.cache', { recursive: true });
  writeFileSync(PROJECT, JSON.stringify({ extends: '../tsconfig.base.json', files }));
  return { files: FILES, languageOptions: { parserOptions: { project: [PROJECT] } } };
}

async function reportedByEslint(plants, config) {
  const eslint = new ESLint({ overrideConfig: [config] });
  const outcome = [];
  for (const { plant, filePath, code } of plants) {
    const [result] = await eslint.lintText(code, { filePath });
    outcome.push({ plant, rules: result.messages.map(({ ruleId }) => ruleId ?? 'parse-error') });
  }
  return outcome;
}

/** Oxlint reads files only: each plant lies in a folder of its own, outside the repository. */
function reportedByOxlint(plants) {
  const root = mkdtempSync(join(tmpdir(), 'planted-'));
  const base = { extends: resolve('tsconfig.base.json'), compilerOptions: { types: [] } };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(base));
  for (const [index, { filePath, code }] of plants.entries()) {
    const file = join(root, String(index), filePath);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  const oxlint = [resolve('node_modules/oxlint/bin/oxlint'), '-c', resolve('.oxlintrc.json')];
  const { stdout } = spawnSync(process.execPath, [...oxlint, '-f', 'json', '.'], {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(root, { recursive: true });
  const { diagnostics } = JSON.parse(stdout);
  return plants.map(({ plant }, index) => ({
    plant,
    rules: diagnostics
      .filter(({ filename }) => filename.startsWith(`${index}/`))
      .map(({ code }) => code.replace('(', '/').replace(')', '')),
  }));
}

const plants = JSON.parse(readFileSync(0, 'utf8'));
const needTypes = plants.filter(({ rule }) => rule === TYPED);
const forOxlint = plants.filter(({ rule }) => rule.startsWith(OXLINT));
const others = plants.filter((each) => !needTypes.includes(each) && !forOxlint.includes(each));
const outcome = [
  ...(await reportedByEslint(others, { files: FILES, languageOptions, rules: { [TYPED]: 'off' } })),
  ...(await reportedByEslint(needTypes, typed(needTypes))),
  ...reportedByOxlint(forOxlint),
];
process.stdout.write(JSON.stringify(outcome));
