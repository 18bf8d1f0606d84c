import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, '.cache/compiled');
const OPTIONS = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2024',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  inlineSourcesContent: false,
};

const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');
mkdirSync(CACHE, { recursive: true });

/** The JavaScript of a TypeScript file. The cache keeps it until the file or the compiler changes. */
export function compile(path) {
  const source = readFileSync(path, 'utf8');
  const hash = createHash('sha256').update(JSON.stringify([version, OPTIONS, source]));
  const mark = `\n// ${hash.digest('hex')}\n`;
  const place = relative(ROOT, path);
  const kept = join(CACHE, `${place.replaceAll(/[\\/]/g, '~')}.js`);
  const before = read(kept);
  if (before?.endsWith(mark)) return before;
  const code = transpile(source, path);
  if (place.startsWith('.')) return code; // Files of a test's own folder, gone after it.
  // Several workers compile at once: none may read the half of a file.
  writeFileSync(`${kept}.${process.pid}`, code + mark);
  renameSync(`${kept}.${process.pid}`, kept);
  return code;
}

/** Without the cache: for a text that is not the one of the file. */
export function transpile(source, path) {
  // The compiler takes long to load, and a second run needs it for nothing.
  return require('@swc/core').transformSync(source, { ...OPTIONS, filename: path }).code;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
