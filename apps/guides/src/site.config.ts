import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf, checkAnchors } from './anchors.js';
import { compress, moveScripts, writeReference } from './built-files.js';
import { linkPages } from './links.js';
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
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => linkPages(md, routes),
  },
  themeConfig: {
    nav: [...readers.map(entryOf), { text: 'API reference', link: '/reference', target: '_self' }],
    sidebar: Object.fromEntries(readers.map((reader) => [`/${reader.slug}/`, sidebarOf(reader)])),
    search: { provider: 'local' },
    outline: [2, 3],
  },
  vite: { build: { chunkSizeWarningLimit: 4_000 }, publicDir: false },
  async buildEnd({ outDir }) {
    const site = { folder: outDir, base: BASE };
    await moveScripts(site);
    checkAnchors(site);
    await writeReference({ source: join(PROJECT, 'reference'), target: join(DIST, 'reference') });
    compress(DIST);
  },
});

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
