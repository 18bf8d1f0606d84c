import * as dto from '@towpath/contracts/all';
import { aBill } from './a-bill.js';
import type { Specimen } from './operation-specimen.js';

/** Operations about the books, and about bills. */
export const books: Readonly<Record<string, Specimen>> = {
  downloadBalanceStatement: { query: dto.LedgerStatementQuery },
  listBills: { query: dto.ListBillsQuery },
  getBill: { unknownId: 'BILL_NOT_FOUND' },
  createTestBill: { body: { type: dto.CreateTestBillRequest, valid: aBill } },
  // What opens a file is its signature: the specs of statements hold its bad input.
  downloadLedgerStatementFile: { needsQuery: true },
};
