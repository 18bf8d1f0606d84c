// Usage: node dev/screenshots/run.mjs [part of a screen's name]
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const appDir = fileURLToPath(new URL('../..', import.meta.url));
const { module } = await runnerImport(
  fileURLToPath(new URL('./take-screenshots.ts', import.meta.url)),
);
await module.takeScreenshots(appDir, new RegExp(process.argv[2] ?? ''));
