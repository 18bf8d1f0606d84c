import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
 * Writes the page of the API reference and the script of Scalar, which draws it. Scalar comes as a
 * plugin of a server: this package has its script in one piece, and 370 packages less than the one
 * for browsers.
 */
export async function writeReference({ source, target }: Folders): Promise<void> {
  await mkdir(target, { recursive: true });
  cpSync(source, target, { recursive: true });
  const server = fastify();
  await server.register(scalar, { routePrefix: PLACE, configuration: { content: {} } });
  const { statusCode, body } = await server.inject(`${PLACE}/js/scalar.js`);
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar has no script at its place: ${statusCode}`);
  await writeFile(join(target, 'scalar.js'), body.replace(/\/\/# sourceMappingURL=.*$/, ''));
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
