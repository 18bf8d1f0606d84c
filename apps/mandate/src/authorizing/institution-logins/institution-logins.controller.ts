import { Controller, Headers, Query, Res } from '@nestjs/common';
import { InstitutionLoginQuery, InstitutionReturnQuery } from '@towpath/contracts';
import { Operation } from '@towpath/http';
import type { FastifyReply } from 'fastify';
import { InstitutionLoginsService } from './institution-logins.service.js';

/** Redirects a payer's browser to the page of an institution, and back. */
@Controller()
export class InstitutionLoginsController {
  constructor(private readonly logins: InstitutionLoginsService) {}

  /** Sets the cookie that the return requires. */
  @Operation('startInstitutionLogin')
  async start(
    @Query() { state }: InstitutionLoginQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.logins.start(state, comesFrom);
    await redirect(reply.header('set-cookie', cookie), location);
  }

  @Operation('returnFromInstitution')
  async finish(
    @Query() { state, code }: InstitutionReturnQuery,
    @Headers('cookie') cookies: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await redirect(reply, await this.logins.finish({ state, code: code ?? null, cookies }));
  }
}

/**
 * 303, so that a reload of what follows repeats nothing. The redirect is not cached and sends no
 * referrer, because the address contains a state.
 */
async function redirect(reply: FastifyReply, location: string): Promise<void> {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  await reply.status(303).headers(headers).send();
}
