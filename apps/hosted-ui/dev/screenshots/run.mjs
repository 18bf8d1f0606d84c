// Usage: node dev/screenshots/run.mjs [part of a screen's name]
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@towpath/testing';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(here('./take-screenshots.ts'));
const browser = await launchBrowser();
try {
  const only = new RegExp(process.argv[2] ?? '');
  await module.takeScreenshots({ appDir: here('../..'), browser, only });
} finally {
  await browser.close();
}
