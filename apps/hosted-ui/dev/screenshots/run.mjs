import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@towpath/testing';
import { runnerImport } from 'vite';

const [only = ''] = process.argv.slice(2);
if (only.startsWith('-')) {
  process.stdout.write(`usage: npm run screenshots -- [regular expression]
Takes the pictures whose names match, such as pay/zh-Hans/failed-declined.phone.dark.png
`);
  process.exit();
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(here('./take-screenshots.ts'));
const browser = await launchBrowser();
try {
  const session = { appDir: here('../..'), browser, only: new RegExp(only) };
  const missing = await module.takeScreenshots(session);
  if (missing > 0) throw new Error(`${missing} pictures were not taken`);
} finally {
  await browser.close();
}
