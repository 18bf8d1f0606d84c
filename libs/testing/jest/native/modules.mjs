import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile, ROOT } from './compile.mjs';

/** Where our packages are: as sources, so that a test needs no build of what it tests. */
const PACKAGES = [
  [/^@towpath\/contracts\/(consent|operator)$/, (name) => `libs/contracts/src/${name}/index.ts`],
  [/^@towpath\/contracts\/([a-z-]+)$/, (name) => `libs/contracts/src/http/${name}/index.ts`],
  [/^@towpath\/reconciliation\/books$/, () => 'libs/reconciliation/src/books/index.ts'],
  [/^@towpath\/sdk\/([a-z]+)$/, (name) => `libs/sdk/src/${name}/index.ts`],
  [/^@towpath\/([a-z-]+)$/, (name) => `libs/${name}/src/index.ts`],
  [/^@jest\/globals$/, () => 'libs/testing/jest/native/globals.mjs'],
];
const TYPESCRIPT = /^file:.*\.ts(\?|$)/;

function resolve(specifier, context, next) {
  for (const [pattern, file] of PACKAGES) {
    const match = pattern.exec(specifier);
    if (match) return found(join(ROOT, file(match[1])));
  }
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && TYPESCRIPT.test(context.parentURL)) {
    const source = fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL));
    if (existsSync(source)) return found(source);
  }
  return next(specifier, context);
}

function found(path) {
  return { url: pathToFileURL(path).href, shortCircuit: true };
}

function load(url, context, next) {
  if (!TYPESCRIPT.test(url)) return next(url, context);
  return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
}

registerHooks({ resolve, load });
process.setSourceMapsEnabled(true);
