import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';

/** A document, by its path from the root of the repository. */
export interface Page {
  readonly file: string;
  readonly title: string;
}

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** One kind of reader, and what they read in which order. */
export interface Reader {
  readonly title: string;
  /** The folder of their pages on the site. */
  readonly slug: string;
  readonly sections: readonly Section[];
}

export const INDEX = 'docs/README.md';

/** The reading orders that the index of the documents gives. */
export function readOutline(root: string): readonly Reader[] {
  const text = readFileSync(join(root, INDEX), 'utf8');
  return parts({ text, heading: '## For ' }).map(({ title, body }) => ({
    title: `For ${title}`,
    slug: title,
    sections: parts({ text: body, heading: '### ' }).map((section) => ({
      title: section.title,
      pages: [...section.body.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].flatMap(([, name, link]) =>
        pagesOf(root, { title: name ?? '', file: posix.join(posix.dirname(INDEX), link ?? '') }),
      ),
    })),
  }));
}

interface Cut {
  readonly text: string;
  readonly heading: string;
}

/** What follows each heading that begins so, up to the next one. */
function parts({ text, heading }: Cut): { title: string; body: string }[] {
  const [, ...found] = `\n${text}`.split(`\n${heading}`);
  return found.map((part) => {
    const end = part.indexOf('\n');
    return { title: part.slice(0, end).trim(), body: part.slice(end) };
  });
}

/** A folder stands for its documents, and for the README of each folder in it. */
function pagesOf(root: string, page: Page): Page[] {
  if (page.file.endsWith('.md')) return [page];
  const names = readdirSync(join(root, page.file)).toSorted();
  const documents = names.filter((name) => name.endsWith('.md'));
  const readmes = names.map((name) => `${name}/README.md`);
  return [...documents, ...readmes]
    .map((name) => `${page.file}/${name}`)
    .filter((file) => existsSync(join(root, file)))
    .map((file) => ({ file, title: headingOf(join(root, file)) }));
}

function headingOf(file: string): string {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return heading?.replaceAll('`', '') ?? basename(file, '.md');
}

/** The path of each document on the site, with `.md`. */
export function routesOf(readers: readonly Reader[]): ReadonlyMap<string, string> {
  const routes = readers.flatMap(({ slug, sections }) =>
    sections.flatMap(({ pages }) =>
      pages.map(({ file }) => [file, `${slug}/${nameOf(file)}`] as const),
    ),
  );
  return new Map([[INDEX, 'index.md'], ...routes]);
}

function nameOf(file: string): string {
  if (file === 'README.md') return 'start.md';
  return file
    .replace(/^docs\/(generated\/)?/, '')
    .replace(/README\.md$/, 'index.md')
    .toLowerCase();
}
