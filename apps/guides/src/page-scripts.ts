import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
