import { Controller, Param, Query, Res } from '@nestjs/common';
import {
  CompositeStatementResponse,
  FileQuery,
  StatementLinksResponse,
  StatementsResponse,
} from '@towpath/contracts/account-data';
import { Caller, Operation, PreparedAnswer, RunningDownloads } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { OwnedDataReads } from '../retrieved-data/owned-data.reads.js';
import { CompositeStatementsService } from './composite-statements.service.js';
import { StatementsReads } from './statements.reads.js';

type Owner = Parameters<CompositeStatementsService['compose']>[0];

@Controller()
export class StatementsController {
  constructor(
    private readonly owned: OwnedDataReads,
    private readonly statements: StatementsReads,
    private readonly composites: CompositeStatementsService,
    private readonly downloads: RunningDownloads,
  ) {}

  @Operation('getStatements', { response: StatementsResponse })
  list(@Caller() caller: Caller): Promise<StatementsResponse> {
    return this.owned.answer(caller, ['statements'], async (owned) => ({
      statements: await this.statements.list(owned),
    }));
  }

  @Operation('getStatement', { response: StatementLinksResponse })
  async get(
    @Caller() caller: Caller,
    @Param('statementId') id: string,
    @Query() { redirect }: FileQuery,
  ): Promise<StatementLinksResponse | PreparedAnswer> {
    const { customerAppId } = caller;
    const file = await this.owned.read(caller, ['statements'], async (owned) => ({
      customerAppId,
      loginIdentityId: owned.loginIdentityId,
      statementId: await this.statements.check(owned, id),
    }));
    const link = this.statements.link(file);
    if (redirect) return redirectTo(link.url);
    return { statement_links: [{ ...link, statement_id: file.statementId }] };
  }

  @Operation('getCompositeStatement', { response: CompositeStatementResponse })
  composite(
    @Caller() caller: Caller,
    @Query() { redirect }: FileQuery,
  ): Promise<CompositeStatementResponse | PreparedAnswer> {
    const { customerAppId } = caller;
    return this.owned.read(caller, ['statements'], ({ loginIdentityId }) => {
      const link = this.statements.link({ customerAppId, loginIdentityId, statementId: null });
      return Promise.resolve(redirect ? redirectTo(link.url) : link);
    });
  }

  /** The signature in the address is what lets the caller in. */
  @Operation('downloadStatementFile')
  async download(@Param('file') token: string, @Res() reply: FastifyReply): Promise<void> {
    const { statementId, ...owner } = this.statements.addressOf(token);
    await this.owned.assertCovered(owner, 'statements');
    if (statementId === null) return this.sendAll(owner, reply);
    const file = await this.statements.file(owner, statementId);
    await reply.status(200).headers(headersOf(statementId)).send(file);
  }

  /** Few at a time, because each makes a file or holds a connection of the gateway. */
  private async sendAll(owner: Owner, reply: FastifyReply): Promise<void> {
    const place = this.downloads.enter(owner.customerAppId);
    try {
      const { bytes, content } = await this.composites.compose(owner);
      const file = Readable.from(content, { objectMode: false });
      file.once('close', () => place.leave());
      const headers = { ...headersOf('statements'), 'content-length': bytes };
      await reply.status(200).headers(headers).send(file);
    } catch (error) {
      place.leave();
      throw error;
    }
  }
}

function headersOf(name: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}.pdf"`,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  };
}

function redirectTo(location: string): PreparedAnswer {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new PreparedAnswer(307, '', headers);
}
