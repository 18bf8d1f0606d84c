import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Look } from './looks.js';

const ORIGIN = 'https://sheets.test';
/** Of one picture on a sheet, in pixels. */
const WIDTHS = { phone: 300, desktop: 512 } as const;
/** Pictures on one sheet, two screens in five languages: more cannot be seen at once. */
const MOST = 10;
const SHEET_WIDTH = 1_584;

interface Sheets {
  readonly browser: Browser;
  /** Where the pictures are, and the sheets come to. */
  readonly folder: string;
  readonly look: Look;
  /** What the sheets are called; a number from 01 follows. */
  readonly name: string;
}

/** Pictures of one look side by side, in the order of `files`, on sheets that are each seen at once. */
export async function drawSheets(files: readonly string[], sheets: Sheets): Promise<void> {
  const { browser, folder, look, name } = sheets;
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 400 } });
  try {
    await page.route(`${ORIGIN}/**/*.png`, async (route) => {
      const file = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      await route.fulfill({ contentType: 'image/png', body: await readFile(join(folder, file)) });
    });
    await page.route(`${ORIGIN}/sheet`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    for (let first = 0, number = 1; first < files.length; first += MOST, number += 1) {
      await page.goto(`${ORIGIN}/sheet`);
      await page.setContent(sheetOf(files.slice(first, first + MOST), look));
      const image = await page.screenshot({ type: 'png', fullPage: true });
      const file = `${name}.${String(number).padStart(2, '0')}.png`;
      await writeFile(join(folder, file), image);
    }
  } finally {
    await page.close();
  }
}

function sheetOf(files: readonly string[], { size }: Look): string {
  const figures = files.map(
    (file) =>
      `<figure><img src="${ORIGIN}/${encodeURI(file)}" width="${WIDTHS[size]}" alt="">
       <figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; margin: 12px;
      font: 14px sans-serif; background: #888; }
    figure { margin: 0; width: ${WIDTHS[size]}px } img { display: block }
    figcaption { overflow: hidden; white-space: nowrap }
  </style>${figures.join('\n')}`;
}
