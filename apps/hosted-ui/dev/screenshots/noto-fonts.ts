import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const ORIGIN = 'https://fonts.test';
const FONTS = {
  'noto-sans': 'Noto Sans Variable',
  'noto-sans-hk': 'Noto Sans HK Variable',
  'noto-sans-sc': 'Noto Sans SC Variable',
  'noto-sans-kr': 'Noto Sans KR Variable',
} as const;
/** Characters that are written differently from place to place: the language chooses first. */
const FIRST_OF: Readonly<Record<string, keyof typeof FONTS>> = {
  'zh-Hant': 'noto-sans-hk',
  'zh-Hans': 'noto-sans-sc',
  ko: 'noto-sans-kr',
};
const TYPES: Readonly<Record<string, string>> = { css: 'text/css', woff2: 'font/woff2' };

/**
 * Lends the pages of a context fonts for all of their languages, whatever this machine has. The
 * context must be one with `bypassCSP`: the pages themselves load no font from anywhere.
 */
export async function lendFonts(context: BrowserContext, language: string): Promise<void> {
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, name = '', ...rest] = normalize(pathname).split('/');
    const body = await readFile(join(folderOf(name), ...rest));
    const contentType = TYPES[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    await route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  });
  const first = FIRST_OF[language];
  const names = Object.keys(FONTS) as (keyof typeof FONTS)[];
  const order = new Set<keyof typeof FONTS>(['noto-sans', ...(first ? [first] : []), ...names]);
  const family = [...order].map((name) => `'${FONTS[name]}'`).join(', ');
  const sheets = names.map((name) => `${ORIGIN}/${name}/index.css`);
  await context.addInitScript(useFonts, { family, sheets });
}

/** Runs in every page and frame. */
function useFonts({ family, sheets }: { family: string; sheets: readonly string[] }): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const href of sheets) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      document.head.append(link);
    }
    const style = document.createElement('style');
    style.textContent = `* { font-family: ${family}, sans-serif !important; }`;
    document.head.append(style);
  });
}

function folderOf(name: string): string {
  if (!Object.hasOwn(FONTS, name)) throw new Error(`no font is called ${name}`);
  const { resolve } = createRequire(import.meta.url);
  return dirname(resolve(`@fontsource-variable/${name}/package.json`));
}
