import { field, currencyCodes } from '../../fields/index.js';

const STATEMENT_FORMATS = ['CSV', 'JSONL'] as const;

export class LedgerStatementQuery {
  @field.date('Only entries booked on this day or later, UTC.', { optional: true })
  date_from?: string;
  @field.date('Only entries booked on this day or earlier, UTC.', {
    optional: true,
    notBefore: 'date_from',
  })
  date_to?: string;
  @field.csv('Only entries in one of these currencies.', currencyCodes, { optional: true })
  currencies?: string[];
  @field.enum('Format of the file; CSV when absent.', STATEMENT_FORMATS, { optional: true })
  format?: (typeof STATEMENT_FORMATS)[number];
}

export class LedgerStatementResponse {
  @field.text('Signed URL of the file. It works for 15 minutes, without a token.', {
    example: 'https://api.example.com/ledger/files/01J8Z0K3V5W7X9Y1A2B3C4D5E6.2026-03-01.signature',
  })
  download_url: string;
}
