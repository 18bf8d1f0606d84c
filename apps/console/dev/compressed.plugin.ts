import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|svg)$/;

/** Writes each file compressed beside itself, for the gateway to send as it is, and prints its size. */
export function compressedPlugin(): Plugin {
  return {
    name: 'towpath:compressed',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => COMPRESSED.test(name))) {
        const file = join(dir, fileName);
        const content = await readFile(file);
        const gzip = gzipSync(content, { level: 9 });
        const brotli = brotliCompressSync(content);
        await Promise.all([writeFile(`${file}.gz`, gzip), writeFile(`${file}.br`, brotli)]);
        this.info(`${fileName}: ${kb(gzip)} gzip, ${kb(brotli)} brotli`);
      }
    },
  };
}

function kb({ length }: Buffer): string {
  return `${(length / 1024).toFixed(1)} KB`;
}
