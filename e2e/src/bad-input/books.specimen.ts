import * as dto from '@towpath/contracts';
import type { Specimen } from './specimens.js';

/** Operations about the books. */
export const books: Readonly<Record<string, Specimen>> = {
  downloadBalanceStatement: { query: dto.LedgerStatementQuery },
  // What opens a file is its signature: the specs of statements hold its bad input.
  downloadLedgerStatementFile: { needsQuery: true },
};
