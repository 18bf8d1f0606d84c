import { Controller, Param, Query, Res } from '@nestjs/common';
import {
  CompositeStatementResponse,
  FileQuery,
  StatementLinksResponse,
  StatementsResponse,
} from '@towpath/contracts/account-data';
import { Caller, Operation, PreparedAnswer } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { DataOwners } from '../../retrieval/retrieved-data/data-owners.js';
import { ReadStatements } from './read-statements.js';
import { SignedFiles } from './signed-files.js';

@Controller()
export class StatementController {
  constructor(
    private readonly owners: DataOwners,
    private readonly statements: ReadStatements,
    private readonly files: SignedFiles,
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
    const address = this.files.open(token);
    await this.owners.assertCovered(address, 'statements');
    const file = await this.statements.file(address);
    const name = address.statementId ?? 'statements';
    await reply
      .status(200)
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}.pdf"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(file);
  }
}

function redirectTo(location: string): PreparedAnswer {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new PreparedAnswer(307, '', headers);
}
