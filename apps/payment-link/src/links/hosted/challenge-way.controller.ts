import { Controller, Headers, Query, Res } from '@nestjs/common';
import { ChallengeWayQuery } from '@towpath/contracts/payment-link';
import { Operation } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { ReturnFromChallenge } from './return-from-challenge.use-case.js';
import { StartChallenge } from './start-challenge.use-case.js';

/** Redirects a payer's browser to the page of the bank of a card, and back. */
@Controller()
export class ChallengeWayController {
  constructor(
    private readonly startChallenge: StartChallenge,
    private readonly returnFromChallenge: ReturnFromChallenge,
  ) {}

  /** Sets the cookie that the return requires. */
  @Operation('startHostedChallenge')
  async go(
    @Query() { state }: ChallengeWayQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.startChallenge.execute({ state, comesFrom });
    await reply.status(303).headers(onTheWay(location)).header('set-cookie', cookie).send();
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Operation('returnFromHostedChallenge')
  async back(
    @Query() { state }: ChallengeWayQuery,
    @Headers('cookie') cookies: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const location = this.returnFromChallenge.execute({ state, cookies });
    await reply.status(303).headers(onTheWay(location)).send();
  }
}

/** A redirect that is not cached and sends no referrer. */
function onTheWay(location: string) {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}
