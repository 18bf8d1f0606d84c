import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preact } from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { fakeBackendPlugin } from './dev/fake-backend.plugin.js';
import { firstLoadPlugin } from './dev/first-load.plugin.js';

const kernel = fileURLToPath(new URL('../../libs/kernel/src/index.ts', import.meta.url));
/** One entry a page, so that each loads only what it needs. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const pages = readdirSync(folder)
  .filter((file) => file.endsWith('.html'))
  .map((file) => join(folder, file));

export default defineConfig(({ command }) => ({
  // Built files name each other by relative paths: card fields have another folder and origin.
  base: command === 'build' ? './' : '/hosted/',
  resolve: { alias: { '@towpath/kernel': kernel } },
  plugins: [preact(), fakeBackendPlugin(), firstLoadPlugin()],
  server: { host: '127.0.0.1', port: 8070 },
  build: {
    // Nothing inline: the Content-Security-Policy allows neither inline script nor data URLs.
    assetsInlineLimit: 0,
    rollupOptions: { input: pages },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
}));
