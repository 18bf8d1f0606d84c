import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@towpath/testing';
import { runnerImport } from 'vite';

const [only = ''] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(here('./take-screenshots.ts'));
const fonts = await runnerImport(here('../../../hosted-ui/dev/screenshots/noto-fonts.ts'));
const browser = await launchBrowser();
try {
  const missing = await module.takeScreenshots({
    appDir: here('../..'),
    browser,
    lendFonts: fonts.module.lendFonts,
    only: new RegExp(only),
  });
  if (missing > 0) throw new Error(`${missing} pictures were not taken`);
} finally {
  await browser.close();
}
