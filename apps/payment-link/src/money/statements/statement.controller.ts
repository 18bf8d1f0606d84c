import { Controller, Param, Query, Res } from '@nestjs/common';
import { LedgerStatementQuery, LedgerStatementResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation, RunningDownloads } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { statementFormats } from './domain/statement-line.js';
import { StatementAddresses, type StatementAddress } from './statement-addresses.js';
import { WriteStatement } from './write-statement.js';

@Controller()
export class StatementController {
  constructor(
    private readonly addresses: StatementAddresses,
    private readonly writeStatement: WriteStatement,
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
    const url = this.addresses.url({ customerAppId, dateFrom, dateTo, currencies, format });
    return { download_url: url };
  }

  /** The signature in the address is what lets the caller in. */
  @Operation('downloadLedgerStatementFile')
  async download(@Param('file') token: string, @Res() reply: FastifyReply): Promise<void> {
    const address = this.addresses.open(token);
    const { contentType, extension } = statementFormats[address.format];
    const place = this.downloads.enter(address.customerAppId);
    const file = Readable.from(this.texts(address), { objectMode: false });
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

  private async *texts(address: StatementAddress): AsyncGenerator<string> {
    const { head, line } = statementFormats[address.format];
    if (head !== '') yield head;
    for await (const lines of this.writeStatement.execute(address.customerAppId, address)) {
      yield lines.map((each) => line(each)).join('');
    }
  }
}
