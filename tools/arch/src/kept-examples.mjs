// Compiles what the end-to-end tests received as values of the types of the SDK.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printsUsage } from './usage.mjs';

/** Beside the sources, which compiled files find by a relative path. */
const COMPILED = '.cache/examples-';
const ERROR = /^examples\.ts\((\d+),\d+\): (.*)$/;

/** How examples in a folder differ from the types of the SDK, one line each. */
export function unfitExamples(folder) {
  const examples = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  if (examples.length === 0) return ['no example was kept'];
  const output = compile(examples);
  return output
    .split('\n')
    .filter((line) => /^\S/.test(line))
    .map((line) => {
      const [, at, text] = ERROR.exec(line) ?? [];
      if (!at) return line;
      const { type, value } = examples[at - FIRST_LINE];
      return `${type}: ${text} ${JSON.stringify(value).slice(0, LONGEST)}`;
    });
}

const FIRST_LINE = 2;
const LONGEST = 1_000;

/** What the compiler says. Each example is a literal, so a member that its type lacks is an error. */
function compile(examples) {
  const folder = mkdtempSync(COMPILED);
  const lines = examples.map(
    ({ type, value }, at) => `export const e${at}: sdk.${type} = ${JSON.stringify(value)};`,
  );
  const source = [`import type * as sdk from '../../libs/sdk/src/index.js';`, ...lines].join('\n');
  const config = {
    extends: '../../tsconfig.base.json',
    files: ['examples.ts'],
    compilerOptions: { types: ['node'] },
  };
  writeFileSync(join(folder, 'examples.ts'), source);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return stdout;
}

const USAGE = `usage: npm run examples -- FOLDER
Compiles the answers and webhooks that end-to-end tests kept there as values of the types of the SDK.
`;

if (import.meta.filename === process.argv[1] && !printsUsage(USAGE)) {
  const unfit = unfitExamples(process.argv[2]);
  for (const line of unfit) console.error(line);
  process.exit(unfit.length > 0 ? 1 : 0);
}
