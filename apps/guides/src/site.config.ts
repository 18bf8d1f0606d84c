import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { anchorOf, checkAnchors } from './anchors.js';
import { compress, moveScripts, writeReference } from './built-files.js';
import { linkPages, tabulateDiagrams } from './markdown.js';
import { readOutline, routesOf, type Reader } from './outline.js';

const PROJECT = resolve(import.meta.dirname, '..');
const ROOT = resolve(PROJECT, '../..');
const DIST = join(PROJECT, 'dist');
const BASE = '/guides/';

const readers = readOutline(ROOT);
const routes = routesOf(readers);

const NO_SOURCES = ['**/node_modules', '**/dist'];
/** What the index does not name has no page; a link to it fails the build. */
const unlisted = globSync('**/*.md', { cwd: ROOT, exclude: NO_SOURCES }).filter(
  (file) => !routes.has(file),
);

export default defineConfig({
  lang: 'en',
  title: 'Towpath',
  description: 'Payments, mandates and account data on your own infrastructure.',
  base: BASE,
  srcDir: ROOT,
  srcExclude: unlisted,
  // Addresses of a system on the reader's own machine.
  ignoreDeadLinks: 'localhostLinks',
  rewrites: Object.fromEntries(routes),
  outDir: join(DIST, 'site'),
  cacheDir: join(ROOT, '.cache/guides'),
  cleanUrls: true,
  metaChunk: true,
  // Pages enter the index of the search as they are read: one at a time, for the same bytes each time.
  buildConcurrency: 1,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      linkPages(md, routes);
      tabulateDiagrams(md);
    },
    shikiSetup: colourWholeLines,
  },
  themeConfig: {
    nav: [...readers.map(entryOf), { text: 'API reference', link: '/reference', target: '_self' }],
    sidebar: Object.fromEntries(readers.map((reader) => [`/${reader.slug}/`, sidebarOf(reader)])),
    search: { provider: 'local' },
    outline: [2, 3],
  },
  // Their paths say where the packages are, which is not the same in each checkout.
  vue: { features: { componentIdGenerator: idOfComponent } },
  vite: { build: { chunkSizeWarningLimit: 4_000 }, publicDir: false },
  async buildEnd({ outDir }) {
    const site = { folder: outDir, base: BASE };
    await moveScripts(site);
    checkAnchors(site);
    await writeReference({ source: join(PROJECT, 'reference'), target: join(DIST, 'reference') });
    compress(DIST);
  },
});

/** Without this, a line stays plain from where it took half a second: a busy machine's bytes differ. */
function colourWholeLines(shiki: Parameters<NonNullable<MarkdownOptions['shikiSetup']>>[0]): void {
  const colour = shiki.codeToHtml;
  shiki.codeToHtml = (code, options) => colour(code, { ...options, tokenizeTimeLimit: 0 });
}

/** Marks the styles of a component, whose path comes first. */
function idOfComponent(...[, source]: readonly [string, string]): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 8);
}

function entryOf({ title, slug, sections }: Reader) {
  const [first] = sections.flatMap(({ pages }) => pages);
  return { text: title, link: linkOf(first?.file ?? ''), activeMatch: `^/${slug}/` };
}

function sidebarOf({ sections }: Reader) {
  return sections.map(({ title, pages }) => ({
    text: title,
    items: pages.map((page) => ({ text: page.title, link: linkOf(page.file) })),
  }));
}

function linkOf(file: string): string {
  return `/${routes.get(file) ?? ''}`.replace(/\.md$/, '').replace(/\/index$/, '/');
}
