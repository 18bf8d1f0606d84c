import { operations, type Operation } from '@towpath/contracts';
import { markdownOutput, markdownTable, type Output } from './outputs.js';

/** The operations that are not built yet; the document is empty of them when all are. */
export function coverageOutput(): Output {
  const missing = operations.filter(({ built }) => !built);
  return markdownOutput('coverage.md', [
    '# Coverage',
    '',
    `${operations.length - missing.length} of ${operations.length} public operations are built.`,
    ...(missing.length > 0 ? restOf(missing) : []),
  ]);
}

function restOf(missing: readonly Operation[]): string[] {
  return [
    'The rest are routed and answer 501 `NOT_IMPLEMENTED`:',
    '',
    ...markdownTable(['Operation', 'Route', 'Service'], missing.map(rowOf)),
  ];
}

function rowOf({ id, method, path, service }: Operation): string[] {
  return [id, `\`${method} ${path}\``, service];
}
