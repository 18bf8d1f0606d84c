import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { operations } from '@towpath/contracts';

/** A spec on real servers and what its first docblock says that it proves. */
export interface Proof {
  readonly file: string;
  readonly proves: readonly string[];
}

const PROMISES = 'docs/promises.md';
const DOCBLOCK = /^\/\*\*(?<text>.*?)\*\//s;
const TAG = /@proves (?<names>[^@]*)/g;

export function readProofs(): Proof[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*spec.ts'];
  return execFileSync('git', listed, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .map((file) => ({ file, proves: namesIn(readFileSync(file, 'utf8')) }))
    .filter(({ proves }) => proves.length > 0);
}

/** The names after each `@proves` of the docblock that the file starts with. */
export function namesIn(text: string): string[] {
  const docblock = DOCBLOCK.exec(text)?.groups?.['text'] ?? '';
  return [...docblock.matchAll(TAG)].flatMap(({ groups }) =>
    (groups?.['names'] ?? '').split(/[\s,*]+/).filter((name) => name !== ''),
  );
}

/** The promises of the documents, then the operations, in their order. */
export function provableNames(): string[] {
  const promises = [...readFileSync(PROMISES, 'utf8').matchAll(/^\| (promise-\d+) \|/gm)];
  return [...promises.map(([, name = '']) => name), ...operations.map(({ id }) => id)];
}

/** Whether only `npm run test:full` runs it. */
export const isFull = (file: string): boolean => file.endsWith('.full-spec.ts');

/** Names that nothing has, unit specs as proofs, and what `npm test` does not prove. */
export function faultsOf(proofs: readonly Proof[], names: readonly string[]): string[] {
  const tags = proofs.flatMap(({ file, proves }) => proves.map((name) => ({ file, name })));
  const unknown = tags.filter(({ name }) => !names.includes(name));
  const units = proofs.filter(({ file }) => /\.spec\.ts$/.test(file));
  const proven = new Set(tags.filter(({ file }) => !isFull(file)).map(({ name }) => name));
  return [
    ...unknown.map(({ file, name }) => `${file} proves ${name}, which is nothing`),
    ...units.map(({ file }) => `${file} proves something without a real server`),
    ...names.filter((name) => !proven.has(name)).map((name) => `npm test does not prove ${name}`),
  ];
}
