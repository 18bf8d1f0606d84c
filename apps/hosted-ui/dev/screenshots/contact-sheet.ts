import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Look } from './looks.js';

const ORIGIN = 'https://sheets.test';
/** Of one picture on a sheet, in pixels. */
const WIDTHS = { phone: 300, desktop: 620 } as const;
/** Pictures on one sheet: more cannot be seen at once. */
const MOST = { phone: 12, desktop: 8 } as const;
const SHEET_WIDTH = 1_920;

interface Sheets {
  readonly browser: Browser;
  readonly folder: string;
  readonly look: Look;
  /** What the sheets are called; they are numbered from 1. */
  readonly name: string;
}

/** All pictures of one look side by side, as pictures that are each seen at once. */
export async function drawSheets(files: readonly string[], sheets: Sheets): Promise<void> {
  const { browser, folder, look, name } = sheets;
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 400 } });
  try {
    await page.route(`${ORIGIN}/*.png`, async (route) => {
      const file = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      await route.fulfill({ contentType: 'image/png', body: await readFile(join(folder, file)) });
    });
    await page.route(`${ORIGIN}/sheet`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    for (let first = 0, number = 1; first < files.length; first += MOST[look.size], number += 1) {
      await page.goto(`${ORIGIN}/sheet`);
      await page.setContent(sheetOf(files.slice(first, first + MOST[look.size]), look));
      const image = await page.screenshot({ type: 'jpeg', quality: 80, fullPage: true });
      await writeFile(join(folder, `${name}.${number}.jpg`), image);
    }
  } finally {
    await page.close();
  }
}

function sheetOf(files: readonly string[], { size }: Look): string {
  const figures = files.map(
    (file) =>
      `<figure><img src="${ORIGIN}/${encodeURIComponent(file)}" width="${WIDTHS[size]}" alt="">
       <figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; margin: 12px;
      font: 14px sans-serif; background: #888; }
    figure { margin: 0 } img { display: block }
  </style>${figures.join('\n')}`;
}
