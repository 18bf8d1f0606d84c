import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '@towpath/testing';
import { runnerImport } from 'vite';

const USAGE = `usage: npm run screenshots -- [part of a screen's name] [--page=mandate] [--language=en,ko]
  [--look=phone.light] [--minutes=20]
Takes pictures of the pages in a browser.
`;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const text = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    page: text,
    language: text,
    look: text,
    minutes: { ...text, default: '20' },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit();
}
const listed = (value) => value?.split(',') ?? null;
const { module } = await runnerImport(here('./take-screenshots.ts'));
const browser = await launchBrowser();
try {
  const { folder, pictures, missing } = await module.takeScreenshots({
    appDir: here('../..'),
    browser,
    only: new RegExp(positionals[0] ?? ''),
    pages: listed(values.page),
    languages: listed(values.language),
    looks: listed(values.look),
    minutes: Number(values.minutes),
  });
  process.stdout.write(`${pictures} pictures and their sheets: ${folder}\n`);
  if (missing.length > 0) {
    process.stderr.write(`not taken: ${missing.join(', ')}\n`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
}
