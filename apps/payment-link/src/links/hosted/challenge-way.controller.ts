import { Controller, Headers, Query, Res } from '@nestjs/common';
import { ChallengeWayQuery } from '@towpath/contracts/payment-link';
import { Operation } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { ReturnFromChallenge } from './return-from-challenge.use-case.js';
import { StartChallenge } from './start-challenge.use-case.js';

/** A payer's browser on its way to the page of the bank of a card, and back. */
@Controller()
export class ChallengeWayController {
  constructor(
    private readonly startChallenge: StartChallenge,
    private readonly returnFromChallenge: ReturnFromChallenge,
  ) {}

  /** The browser keeps a cookie that the way back asks for. */
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

/** Neither kept nor told to the page that follows. */
function onTheWay(location: string) {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}
