import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|svg)$/;

/**
 * Writes each file compressed beside itself, for the gateway to send as it is, and prints what a
 * payer downloads before the page works. `test/first-load.int-spec.ts` holds that to its limit.
 */
export function firstLoadPlugin(): Plugin {
  return {
    name: 'towpath:first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!COMPRESSED.test(file.fileName)) continue;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const { fileName } = file;
        const gzip = gzipSync(content, { level: 9 });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzip });
        const source = brotliCompressSync(content);
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source });
        this.info(`${fileName}: ${kb(gzip)} gzip, ${kb(source)} brotli`);
      }
    },
  };
}

function kb({ length }: Buffer): string {
  return `${(length / 1024).toFixed(1)} KB`;
}
