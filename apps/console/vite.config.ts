import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressedPlugin } from './dev/compressed.plugin.js';

const library = (path: string) => fileURLToPath(new URL(`../../libs/${path}`, import.meta.url));

export default defineConfig({
  // Where the gateway serves the files; the addresses of the page itself begin with `/`.
  base: '/console/',
  resolve: {
    alias: {
      '@towpath/contracts/operator-actions': library('contracts/src/operator/actions.ts'),
      '@towpath/contracts/states': library('contracts/src/states/index.ts'),
      '@towpath/kernel': library('kernel/src/index.ts'),
    },
  },
  // The gateway puts the nonce of its answer in the place of this word.
  html: { cspNonce: 'NONCE-OF-THE-ANSWER' },
  plugins: [compressedPlugin()],
  server: { host: '127.0.0.1', port: 8071 },
  build: {
    // Nothing inline: the Content-Security-Policy allows no data URLs but of images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      onwarn: (warning, warn) => {
        // The libraries mark what runs in browsers alone; all of this does.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
