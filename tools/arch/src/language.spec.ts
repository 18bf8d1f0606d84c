import { existsSync } from 'node:fs';
import { textFiles } from './repository-files.js';

const texts = textFiles().filter(({ path }) => existsSync(path));
const code = texts.filter(({ path }) => /^(apps|libs|tools|e2e)\/.*\.tsx?$/.test(path));

/** Words that no name has, each with the one to use. Operation IDs keep theirs. */
const UNWANTED: Readonly<Record<string, string>> = {
  truth: 'gatewayStatus, bankStatus',
  hearing: 'answer context',
  'nobody there': 'payer absent',
  'hold person': 'lock payment user',
  'forget person': 'forget payment user',
  'forgotten person': 'forgotten payment user, or payer',
};

/** `findBankStatus`, `FIND_BANK_STATUS` and `find-bank-status` as ` find bank status `. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ');
  return ` ${words.toLowerCase()} `;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function namesIn({ path, read }: (typeof code)[number]): string[] {
  const file = path.split('/').at(-1) ?? '';
  return [file, ...new Set(withoutComments(read()).match(/[A-Za-z_$][\w$]*/g))];
}

describe('the names in code', () => {
  it('use the words of the glossary', () => {
    const words = new RegExp(` (${Object.keys(UNWANTED).join('|')})s? `);
    const found = code
      .filter(({ path }) => path !== 'tools/arch/src/language.spec.ts')
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

/** Words of a private dialect. A title is read alone, in a list of failures. */
const UNWANTED_IN_TITLES = /\b(told|hears?|heard|news|look|errands?|standing|whoever|nobody's)\b/i;

/** Of tests and groups, also of those with a table: `it.each(rows)('title', …)`. */
function titlesIn(text: string): string[] {
  const titles = text.matchAll(/(?:\b(?:it|describe)|\))\(\s*(['"`])(.*?)\1,/g);
  return [...titles].map(([, , title = '']) => title);
}

describe('the titles of tests', () => {
  it('use plain words', () => {
    const found = code
      .filter(({ path }) => /spec\.tsx?$/.test(path))
      .flatMap(({ path, read }) =>
        titlesIn(read())
          .filter((title) => UNWANTED_IN_TITLES.test(title))
          .map((title) => `${path}: ${title}`),
      );
    expect(found).toEqual([]);
  });

  it('are found in plain and in tabular tests', () => {
    const text =
      "describe('a', () => { it.each(rows)(\n  \"b's\", () => {}); it(`c`, () => {}); });";
    expect(titlesIn(text)).toEqual(['a', "b's", 'c']);
    expect(UNWANTED_IN_TITLES.test('a shop hears of it')).toBe(true);
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
  const told = text.matchAll(/DomainError\(\s*'\w+',\s*(['"`])([\s\S]*?)\1/g);
  return [...told].flatMap(([, , words = '']) => longSentences(words));
}

describe('a sentence has at most 25 words', () => {
  const sources = texts.filter(({ path }) => /^(apps|libs)\/.*src\/.*\.ts$/.test(path));
  const documents = texts.filter(({ path }) => /^(?!docs\/generated\/).*\.md$/.test(path));

  it.each([
    ['documents', documents, sentencesOfDocument],
    // A migration is never changed.
    [
      'docblocks',
      sources.filter(({ path }) => !path.includes('/migrations/')),
      sentencesOfDocblocks,
    ],
    ['error messages', sources, sentencesOfErrors],
  ] as const)('in %s', (_kind, files, sentencesOf) => {
    const found = files.flatMap(({ path, read }) =>
      sentencesOf(read()).map((each) => `${path}: ${each}`),
    );
    expect(found).toEqual([]);
  });
});
