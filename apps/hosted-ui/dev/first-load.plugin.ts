import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|svg)$/;

/**
 * Writes each file compressed beside itself, for the gateway to send as it is, and prints what a
 * payer downloads before the page works. `test/first-load.int-spec.ts` holds that to its limit.
 *
 * From the written files: while the bundle is generated, its imports are not final yet.
 */
export function firstLoadPlugin(): Plugin {
  return {
    name: 'towpath:first-load',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => COMPRESSED.test(name))) {
        const file = join(dir, fileName);
        const content = await readFile(file);
        const gzip = gzipSync(content, { level: 9 });
        const brotli = brotliCompressSync(content);
        await writeFile(`${file}.gz`, gzip);
        await writeFile(`${file}.br`, brotli);
        this.info(`${fileName}: ${kb(gzip)} gzip, ${kb(brotli)} brotli`);
      }
    },
  };
}

function kb({ length }: Buffer): string {
  return `${(length / 1024).toFixed(1)} KB`;
}
