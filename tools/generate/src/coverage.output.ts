import { markdownOutput, markdownTable, type Output } from './outputs.js';
import { isFull, provableNames, readProofs, type Proof } from './proofs.js';

/** Which spec proves which promise or operation, and the command that runs it. */
export function coverageOutput(): Output {
  const proofs = readProofs();
  const rows = provableNames().map((name) => rowOf(name, proofs));
  return markdownOutput('coverage.md', [
    '# Coverage',
    '',
    'Which specs prove each [promise](../promises.md) and each operation, by the command that runs them.',
    '',
    ...markdownTable(['Promise or operation', '`npm test`', '`npm run test:full`'], rows),
  ]);
}

function rowOf(name: string, proofs: readonly Proof[]): string[] {
  const files = proofs.filter(({ proves }) => proves.includes(name)).map(({ file }) => file);
  const cell = (paths: readonly string[]) => paths.map((path) => `\`${path}\``).join(', ');
  return [name, cell(files.filter((file) => !isFull(file))), cell(files.filter(isFull))];
}
