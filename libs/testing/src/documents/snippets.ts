import { readFileSync } from 'node:fs';

/** A fenced block of a document: what a reader copies. */
export interface Snippet {
  readonly language: string;
  readonly text: string;
}

const FENCE = /^( *)```(\w*)\n([^]*?)\n\1```$/gm;

/** The fenced blocks of a document, without the indentation of a list that they are in. */
export function readSnippets(page: string): Snippet[] {
  return [...readFileSync(page, 'utf8').matchAll(FENCE)].map(
    ([, indent = '', language = '', text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/**
 * All blocks of a document in one language, for the test that runs them. The spec of the snippets
 * in apps/guides finds this call by its text: write both arguments as literals.
 */
export function snippetsOf(
  page: string,
  { language }: Pick<Snippet, 'language'>,
): readonly string[] {
  const found = readSnippets(page).filter((snippet) => snippet.language === language);
  if (found.length === 0) throw new Error(`${page} has no block in ${language}`);
  return found.map(({ text }) => text);
}
