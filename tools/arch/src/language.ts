import type { RepositoryFile } from './repository-files.js';

/** Verbs of speech and other words of a private dialect: a native reader must read them twice. */
const DIALECT = 'told|hears?|heard|hearing|news|errands?|standings?|whoever|insists?|aftermath';
const IN_PROSE = new RegExp(`\\b(?:${DIALECT})\\b`, 'gi');
const IN_TITLES = new RegExp(`\\b(?:${DIALECT}|look|nobody's)\\b`, 'gi');
/** In names also words that are plain in a sentence. */
const IN_NAMES = new RegExp(
  ` (?:${DIALECT}|look|looking|beside|most \\w+|struggles?|stirs?|doomed|in seat|seat of|travellers?|` +
    'entrances?|retakes?|take or leave|bank way|way to bank) ',
);

/** `findBankStatus`, `FIND_BANK_STATUS` and `find-bank-status` as ` find bank status `. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ');
  return ` ${words.toLowerCase()} `;
}

const PARTS =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<comment>\/\*[\s\S]*?\*\/|\/\/.*)/g;

export function commentsIn(text: string): string[] {
  return [...text.matchAll(PARTS)].flatMap(({ groups }) => groups?.comment ?? []);
}

/** The name of the file, and each name in its code once. */
export function namesIn({ path, read }: RepositoryFile): string[] {
  const code = read().replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [path.split('/').at(-1) ?? '', ...new Set(code.match(/[A-Za-z_$][\w$]*/g))];
}

/** Of tests and groups, also of those with a table: `it.each(rows)('title', …)`. */
export function titlesIn(text: string): string[] {
  const titles = text.matchAll(/(?:\b(?:it|describe)|\))\(\s*(['"`])(.*?)\1,/g);
  return [...titles].map(([, , title = '']) => title);
}

/** The unwanted words of a file of code or a document; in code only in names and sentences. */
export function dialectIn(file: RepositoryFile): string[] {
  const text = file.read();
  if (file.path.endsWith('.md')) {
    const prose = text.replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>/g, ' ');
    return prose.match(IN_PROSE) ?? [];
  }
  const code = { path: file.path, read: () => text.replaceAll(PARTS, ' ') };
  const titles = /spec\.tsx?$/.test(file.path) ? titlesIn(text) : [];
  return [
    ...namesIn(code).filter((name) => IN_NAMES.test(wordsOf(name))),
    ...commentsIn(text).flatMap((comment) => comment.match(IN_PROSE) ?? []),
    ...titles.flatMap((title) => title.match(IN_TITLES) ?? []),
  ];
}

/** Folders that one pass changes: `apps/x/src/area`, `libs/x/src/folder`, `docs`. */
export function folderOf(path: string): string {
  const [, folder] =
    /^((?:apps|libs|tools)\/[^/]+\/[^/]+(?:\/[^/]+(?=\/))?|e2e|docs)\//.exec(path) ?? [];
  return folder ?? '.';
}
