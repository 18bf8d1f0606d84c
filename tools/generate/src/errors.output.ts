import { errorCatalogue } from '@towpath/contracts';
import { markdownOutput, markdownTable, type Output } from './outputs.js';

export function errorsOutput(): Output {
  const rows = Object.entries(errorCatalogue)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, type, legacyCode, message }]) => [
      `\`${code}\``,
      String(status),
      type,
      legacyCode === undefined ? '' : String(legacyCode),
      message,
    ]);
  return markdownOutput('errors.md', [
    '# Error codes',
    '',
    'Every answer with a status of 400 or more carries `{"error": {...}}`. Branch on `error_code`.',
    '`code` is the integer of the older envelope.',
    '',
    ...markdownTable(['error_code', 'HTTP', 'type', 'code', 'message'], rows),
  ]);
}
