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
import { DataOwners } from '../../retrieval/retrieved-data/data-owners.js';
import { ComposeStatements, type StatementsOwner } from './compose-statements.js';
import { ReadStatements } from './read-statements.js';
import { SignedFiles } from './signed-files.js';

@Controller()
export class StatementController {
  constructor(
    private readonly owners: DataOwners,
    private readonly statements: ReadStatements,
    private readonly files: SignedFiles,
    private readonly composeStatements: ComposeStatements,
    private readonly downloads: RunningDownloads,
  ) {}

  @Operation('getStatements', { response: StatementsResponse })
  list(@Caller() caller: Caller): Promise<StatementsResponse> {
    return this.owners.read(caller, ['statements'], async (owned) => {
      const { login_identity, institution } = owned;
      return { login_identity, institution, statements: await this.statements.list(owned) };
    });
  }

  @Operation('getStatement', { response: StatementLinksResponse })
  async get(
    @Caller() caller: Caller,
    @Param('statementId') id: string,
    @Query() { redirect }: FileQuery,
  ): Promise<StatementLinksResponse | PreparedAnswer> {
    const { link, statementId } = await this.owners.read(caller, ['statements'], async (owned) => {
      const { customerAppId } = caller;
      const found = await this.statements.check(owned, id);
      const file = { customerAppId, loginIdentityId: owned.loginIdentityId, statementId: found };
      return { link: this.files.link(file), statementId: found };
    });
    if (redirect) return redirectTo(link.url);
    return { statement_links: [{ ...link, statement_id: statementId }] };
  }

  @Operation('getCompositeStatement', { response: CompositeStatementResponse })
  async composite(
    @Caller() caller: Caller,
    @Query() { redirect }: FileQuery,
  ): Promise<CompositeStatementResponse | PreparedAnswer> {
    const link = await this.owners.read(caller, ['statements'], (owned) => {
      const { customerAppId } = caller;
      const { loginIdentityId } = owned;
      const all = { customerAppId, loginIdentityId, statementId: null };
      return Promise.resolve(this.files.link(all));
    });
    return redirect ? redirectTo(link.url) : link;
  }

  /** The signature in the address is what lets the caller in. */
  @Operation('downloadStatementFile')
  async download(@Param('file') token: string, @Res() reply: FastifyReply): Promise<void> {
    const { statementId, ...owner } = this.files.open(token);
    await this.owners.assertCovered(owner, 'statements');
    if (statementId === null) return this.sendAll(owner, reply);
    const file = await this.statements.file(owner, statementId);
    await reply.status(200).headers(headersOf(statementId)).send(file);
  }

  /** Few at a time, because each makes a file or holds a connection of the gateway. */
  private async sendAll(owner: StatementsOwner, reply: FastifyReply): Promise<void> {
    const place = this.downloads.enter(owner.customerAppId);
    try {
      const { bytes, content } = await this.composeStatements.execute(owner);
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
