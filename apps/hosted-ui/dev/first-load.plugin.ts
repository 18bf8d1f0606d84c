import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const LIMIT_BYTES = 60 * 1024;

/** Prints what a payer downloads before the page works, and fails the build when it grows too far. */
export function firstLoadPlugin(): Plugin {
  return {
    name: 'towpath:first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let gzip = 0;
      let brotli = 0;
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isDynamicEntry) continue;
        if (file.type === 'asset' && !/\.(css|html)$/.test(file.fileName)) continue;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        gzip += gzipSync(content, { level: 9 }).length;
        brotli += brotliCompressSync(content).length;
      }
      const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
      this.info(`first load: ${kb(gzip)} gzip, ${kb(brotli)} brotli`);
      if (gzip > LIMIT_BYTES) this.error(`the first load is over its limit of ${kb(LIMIT_BYTES)}`);
    },
  };
}
