import { Controller, Param, Query, Res } from '@nestjs/common';
import { LedgerStatementQuery, LedgerStatementResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation, RunningDownloads } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { statementFormats } from './statement.js';
import { StatementsReads } from './statements.reads.js';

@Controller()
export class StatementsController {
  constructor(
    private readonly statements: StatementsReads,
    private readonly downloads: RunningDownloads,
  ) {}

  @Operation('downloadBalanceStatement', { response: LedgerStatementResponse })
  address(
    @Caller() { customerAppId }: Caller,
    @Query() query: LedgerStatementQuery,
  ): LedgerStatementResponse {
    const { date_from: dateFrom = null, date_to: dateTo = null } = query;
    const currencies = query.currencies ?? [];
    const format = query.format ?? 'CSV';
    const url = this.statements.url({ customerAppId, dateFrom, dateTo, currencies, format });
    return { download_url: url };
  }

  /** The signature in the address is what lets the caller in. */
  @Operation('downloadLedgerStatementFile')
  async download(@Param('file') token: string, @Res() reply: FastifyReply): Promise<void> {
    const address = this.statements.open(token);
    const { contentType, extension } = statementFormats[address.format];
    const place = this.downloads.enter(address.customerAppId);
    const file = Readable.from(this.statements.file(address), { objectMode: false });
    file.once('close', () => place.leave());
    await reply
      .status(200)
      .headers({
        'content-type': contentType,
        'content-disposition': `attachment; filename="ledger-statement.${extension}"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(file);
  }
}
