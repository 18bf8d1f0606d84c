import { Controller, Headers, Query, Res } from '@nestjs/common';
import { InstitutionLoginQuery } from '@towpath/contracts';
import { LinkReturnQuery } from '@towpath/contracts/account-data';
import { DocumentsQuery, Operation } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { unknownState } from './expected-traveller.js';
import { GoToBank } from './go-to-bank.use-case.js';
import { ReturnFromBank } from './return-from-bank.use-case.js';

const MOST_MEMBERS = 20;
const LONGEST = 2_000;

/** Redirects a user's browser to the page of a bank, and back. */
@Controller()
export class BankWayController {
  constructor(
    private readonly goToBank: GoToBank,
    private readonly returnFromBank: ReturnFromBank,
  ) {}

  /** Sets the cookie that the return requires. */
  @Operation('startLinkInstitutionLogin')
  async go(
    @Query() { state }: InstitutionLoginQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.goToBank.execute({ state, comesFrom });
    await reply.status(303).headers(onTheWay(location)).header('set-cookie', cookie).send();
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Operation('returnFromLinkInstitution')
  @DocumentsQuery(LinkReturnQuery)
  async back(
    @Query() raw: Readonly<Record<string, unknown>>,
    @Headers('cookie') cookies: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { state, ...query } = textsOf(raw);
    if (state === undefined) throw unknownState();
    const location = await this.returnFromBank.execute({ state, query, cookies });
    await reply.status(303).headers(onTheWay(location)).send();
  }
}

/** Each bank names its members as it likes. Throws INVALID_REQUEST for what no bank would send. */
function textsOf(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(raw);
  const texts = entries.filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length <= LONGEST,
  );
  if (entries.length > MOST_MEMBERS || texts.length < entries.length) throw unknownState();
  return Object.fromEntries(texts);
}

/** A redirect that is not cached and sends no referrer, because the address contains a state. */
function onTheWay(location: string) {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}
