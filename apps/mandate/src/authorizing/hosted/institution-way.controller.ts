import { Controller, Headers, Query, Res } from '@nestjs/common';
import { InstitutionLoginQuery, InstitutionReturnQuery } from '@towpath/contracts';
import { Operation } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { ReturnFromInstitution } from '../authorization/return-from-institution.use-case.js';
import { StartInstitutionLogin } from '../authorization/start-institution-login.use-case.js';

/** Redirects a payer's browser to the page of an institution, and back. */
@Controller()
export class InstitutionWayController {
  constructor(
    private readonly startInstitutionLogin: StartInstitutionLogin,
    private readonly returnFromInstitution: ReturnFromInstitution,
  ) {}

  /** Sets the cookie that the return requires. */
  @Operation('startInstitutionLogin')
  async go(
    @Query() { state }: InstitutionLoginQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.startInstitutionLogin.execute({ state, comesFrom });
    await reply.status(303).headers(onTheWay(location)).header('set-cookie', cookie).send();
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Operation('returnFromInstitution')
  async back(
    @Query() { state, code }: InstitutionReturnQuery,
    @Headers('cookie') cookies: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const location = await this.returnFromInstitution.execute({
      state,
      code: code ?? null,
      cookies,
    });
    await reply.status(303).headers(onTheWay(location)).send();
  }
}

/** A redirect that is not cached and sends no referrer, because the address contains a state. */
function onTheWay(location: string) {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}
