import { Controller, Headers, Query, Res } from '@nestjs/common';
import { InstitutionLoginQuery } from '@towpath/contracts';
import { LinkReturnQuery } from '@towpath/contracts/account-data';
import { DocumentsQuery, Operation } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { BankRedirectsService, unknownState } from './bank-redirects.service.js';

const MAX_MEMBERS = 20;
const MAX_LENGTH = 2_000;

/** Redirects a user's browser to the page of a bank, and back. */
@Controller()
export class BankRedirectsController {
  constructor(private readonly redirects: BankRedirectsService) {}

  /** Sets the cookie that the return requires. */
  @Operation('startLinkInstitutionLogin')
  async leave(
    @Query() { state }: InstitutionLoginQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.redirects.leave({ state, comesFrom });
    await reply.status(303).headers(redirectHeaders(location)).header('set-cookie', cookie).send();
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Operation('returnFromLinkInstitution')
  @DocumentsQuery(LinkReturnQuery)
  async return(
    @Query() raw: Readonly<Record<string, unknown>>,
    @Headers('cookie') cookies: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { state, ...query } = textsOf(raw);
    if (state === undefined) throw unknownState();
    const location = await this.redirects.return({ state, query, cookies });
    await reply.status(303).headers(redirectHeaders(location)).send();
  }
}

/** Each bank names its members as it likes. Throws INVALID_REQUEST for what no bank would send. */
function textsOf(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(raw);
  const texts = entries.filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length <= MAX_LENGTH,
  );
  if (entries.length > MAX_MEMBERS || texts.length < entries.length) throw unknownState();
  return Object.fromEntries(texts);
}

/** A redirect that is not cached and sends no referrer, because the address contains a state. */
function redirectHeaders(location: string) {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}
