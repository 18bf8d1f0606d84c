// Usage: npm run screenshots -- [part of a screen's name] [--language=en,mandate] [--look=phone.light]
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '@towpath/testing';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, look: { type: 'string' } },
});
const { module } = await runnerImport(here('./take-screenshots.ts'));
const browser = await launchBrowser();
try {
  const only = new RegExp(positionals[0] ?? '');
  const languages = values.language?.split(',') ?? null;
  const looks = values.look?.split(',') ?? null;
  const wanted = { only, languages, looks };
  const folder = await module.takeScreenshots({ appDir: here('../..'), browser, ...wanted });
  process.stdout.write(`screenshots: ${folder}\n`);
} finally {
  await browser.close();
}
