import { existsSync } from 'node:fs';
import { commentsIn, dialectIn, folderOf, namesIn, titlesIn, wordsOf } from './language.js';
import { textFiles } from './repository-files.js';
import { findingsOfList } from './shrinking-lists.js';

const texts = textFiles().filter(({ path }) => existsSync(path));
const code = texts.filter(({ path }) => /^(apps|libs|tools|e2e)\/.*\.tsx?$/.test(path));
const documents = texts.filter(({ path }) => /^(?!docs\/generated\/).*\.md$/.test(path));
/** Files that list the unwanted words. */
const isOfLanguage = (path: string) => /^tools\/arch\/src\/language\./.test(path);

/** Words that no name has, each with the one to use. Operation IDs keep theirs. */
const UNWANTED: Readonly<Record<string, string>> = {
  truth: 'gatewayStatus, bankStatus',
  hearing: 'answer context',
  'nobody there': 'payer absent',
  'hold person': 'lock payment user',
  'forget person': 'forget payment user',
  'forgotten person': 'forgotten payment user, or payer',
};

describe('the names in code', () => {
  it('use the words of the glossary', () => {
    const words = new RegExp(` (${Object.keys(UNWANTED).join('|')})s? `);
    const found = code
      .filter(({ path }) => !isOfLanguage(path))
      .flatMap((file) =>
        namesIn(file)
          .filter((name) => words.test(wordsOf(name)))
          .map((name) => `${file.path}: ${name}`),
      );
    expect(found).toEqual([]);
  });

  it('of fields that hold a use case or query are those of their classes', () => {
    const ours = code.filter(({ path }) => /^(apps|libs)\//.test(path));
    const found = ours.flatMap(({ path, read }) => {
      const text = read();
      return [...text.matchAll(/private readonly (\w+): (\w+)[,)\n]/g)]
        .map(([, field = '', type = '']) => ({ field, type: type.replace(/(UseCase|Query)$/, '') }))
        .filter(({ field }) => new RegExp(`this\\s*\\.${field}\\s*\\.execute\\(`).test(text))
        .filter(({ field, type }) => field.toLowerCase() !== type.toLowerCase())
        .map(({ field, type }) => `${path}: ${field} holds ${type}`);
    });
    expect(found).toEqual([]);
  });
});

describe('names, comments, test titles and documents', () => {
  it('use plain words, but for the listed counts by folder', () => {
    const found = new Map<string, number>();
    for (const file of [...code, ...documents].filter(({ path }) => !isOfLanguage(path))) {
      const count = dialectIn(file).length;
      const folder = folderOf(file.path);
      if (count > 0) found.set(folder, (found.get(folder) ?? 0) + count);
    }
    expect(findingsOfList('dialect', found)).toEqual([]);
  });

  const inFile = (path: string, text: string) => dialectIn({ path, read: () => text });

  it.each([
    ['a name', 'apps/a/src/b.ts', 'export const lastTold = 1;'],
    ['a constant', 'libs/a/src/b.ts', 'const MOST_TRIES = 3;'],
    ['the name of a file', 'apps/a/src/hear-mandate.ts', 'const a = 1;'],
    ['a docblock', 'tools/a/src/b.ts', '/** Whoever began it. */'],
    ['a comment', 'tools/a/src/b.ts', 'f(); // no news'],
    ['a title', 'e2e/src/a.e2e-spec.ts', "it('a shop hears of it', () => undefined);"],
    ['a document', 'docs/a.md', 'The bank is told.'],
  ])('are reported for a word of the private dialect in %s', (_what, path, text) => {
    expect(inFile(path, text)).toHaveLength(1);
  });

  it.each([
    ['apps/a/src/b.ts', "const text = 'told'; const lookup = outstanding; // look at it"],
    ['docs/a.md', '`isTold` is a name; see [it](told.md).'],
  ])('are not reported for other words in %s', (path, text) => {
    expect(inFile(path, text)).toEqual([]);
  });

  it('are found in plain and in tabular tests', () => {
    const text =
      "describe('a', () => { it.each(rows)(\n  \"b's\", () => {}); it(`c`, () => {}); });";
    expect(titlesIn(text)).toEqual(['a', "b's", 'c']);
    expect(commentsIn("a('/* b */ // c'); // d\n/** e */")).toEqual(['// d', '/** e */']);
  });

  it.each([
    ['apps/a/src/b/c/d.ts', 'apps/a/src/b'],
    ['apps/a/test/b.int-spec.ts', 'apps/a/test'],
    ['apps/a/src/main.ts', 'apps/a/src'],
    ['libs/a/src/b/c.ts', 'libs/a/src/b'],
    ['docs/adr/0001-a.md', 'docs'],
    ['STYLE.md', '.'],
  ])('of %s count for %s', (path, folder) => {
    expect(folderOf(path)).toBe(folder);
  });
});

const LONGEST_SENTENCE = 25;

/** Sentences with more words than allowed. Code, links and what stands between pipes count once. */
function longSentences(text: string): string[] {
  const plain = text.replaceAll(/`[^`]*`/g, 'x').replaceAll(/\]\([^)]*\)/g, ']');
  return plain
    .split(/(?<=[.:;?!])\s+/)
    .filter(
      (each) => each.split(/\s+/).filter((word) => /\w/.test(word)).length > LONGEST_SENTENCE,
    );
}

/** Of a document: each paragraph line, list item and table cell by itself. */
function sentencesOfDocument(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|<[^>]*>|^- Guides:.*$|^#.*$/gm, '');
  return prose.split(/\n|(?<=\|.*)\|/).flatMap((part) => longSentences(part));
}

function sentencesOfDocblocks(text: string): string[] {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, block = '']) =>
    block
      .replaceAll(/^\s*\* ?/gm, '')
      .split(/\n\s*\n|\n(?=[-@])/)
      .flatMap((part) => longSentences(part.replaceAll(/\s+/g, ' '))),
  );
}

function sentencesOfErrors(text: string): string[] {
  const errors = text.matchAll(/DomainError\(\s*'\w+',\s*(['"`])([\s\S]*?)\1/g);
  return [...errors].flatMap(([, , words = '']) => longSentences(words));
}

describe('a sentence has at most 25 words', () => {
  const sources = texts.filter(({ path }) => /^(apps|libs)\/.*src\/.*\.ts$/.test(path));

  it.each([
    ['documents', documents, sentencesOfDocument],
    ['docblocks', sources, sentencesOfDocblocks],
    ['error messages', sources, sentencesOfErrors],
  ] as const)('in %s', (_kind, files, sentencesOf) => {
    const found = files.flatMap(({ path, read }) =>
      sentencesOf(read()).map((each) => `${path}: ${each}`),
    );
    expect(found).toEqual([]);
  });
});
