import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { BuiltSite } from './anchors.js';

const INLINE = /<script id="[\w-]+">([^<]+)<\/script>/g;
const ANY_INLINE = /<script(?![^>]*\ssrc=)[^>]*>/;

/** Moves the scripts inside pages into one file: the policy of the pages allows none inside them. */
export async function moveScripts({ folder, base }: BuiltSite): Promise<void> {
  const files = globSync('**/*.html', { cwd: folder }).map((file) => join(folder, file));
  for (const file of files) {
    const page = await readFile(file, 'utf8');
    const code = [...page.matchAll(INLINE)].map(([, script]) => script).join(';\n');
    const name = `assets/early.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    await writeFile(join(folder, name), code);
    const start = `<script src="${base}${name}"></script>`;
    const moved = page.replaceAll(INLINE, '').replace('</title>', `</title>${start}`);
    if (ANY_INLINE.test(moved)) throw new Error(`${file} has a script inside it.`);
    await writeFile(file, moved);
  }
}

const PLACE = '/reference';

interface Folders {
  readonly source: string;
  readonly target: string;
}

/**
 * Writes the page of the API reference, and the script and the styles of Scalar, which draws it.
 * Scalar comes as a plugin of a server: this package has its script in one piece, and 370 packages
 * less than the one for browsers.
 */
export async function writeReference({ source, target }: Folders): Promise<void> {
  // Of an earlier build nothing stays: what is built is kept for all copies of the repository.
  await rm(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true });
  const server = fastify();
  await server.register(scalar, { routePrefix: PLACE, configuration: { content: {} } });
  const { statusCode, body } = await server.inject(`${PLACE}/js/scalar.js`);
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar has no script at its place: ${statusCode}`);
  const { script, styles } = withoutStyles(body.replace(/\/\/# sourceMappingURL=.*$/, ''));
  await writeFile(join(target, 'scalar.js'), script);
  await writeFile(join(target, 'scalar.css'), styles);
}

/** What the bundler of Scalar puts before a part of the script, to add the styles of the part. */
const ADDS_STYLES =
  /\(function\(\)\{try\{if\(typeof document<`u`\)\{[^]{0,200}?\.createTextNode\((`(?:[^`\\]|\\[^])*`)\)\),document\.head\.appendChild\(e\)\}\}catch\(e\)\{console\.error\(`vite-plugin-css-injected-by-js`,e\)\}\}\)\(\)/g;

/** The styles as a file of their own: the policy of the page allows no script to add any. */
export function withoutStyles(script: string): { script: string; styles: string } {
  const styles: string[] = [];
  const rest = script.replaceAll(ADDS_STYLES, (_, sheet: string) => {
    styles.push(runInNewContext(sheet) as string);
    return 'void 0';
  });
  if (styles.length === 0 || rest.includes('vite-plugin-css-injected-by-js')) {
    throw new Error('Scalar adds its styles in another way than before.');
  }
  return { script: rest, styles: styles.join('\n') };
}

/**
 * Writes each text file compressed beside itself, for the gateway to send as it is. Brotli would save
 * a tenth more for readers, and the image would hold each text three times.
 */
export function compress(folder: string): void {
  for (const name of globSync('**/*.{css,html,js,svg}', { cwd: folder })) {
    const file = join(folder, name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  }
}
