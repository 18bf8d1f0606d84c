import { Body, Controller, Param, Query } from '@nestjs/common';
import { MintMandateTokenRequest, MintMandateTokenResponse } from '@towpath/contracts/internal';
import {
  CreateMandateLinkRequest,
  HostedInstitutionsQuery,
  HostedInstitutionsResponse,
  HostedMandateView,
  MandateLinkResponse,
} from '@towpath/contracts/mandate';
import { Caller, InternalRoute, Operation } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { sessionCallerOf } from '../sessions/session-caller.js';
import { CreateMandateLink } from './create-mandate-link.use-case.js';
import { GetHostedMandate } from './get-hosted-mandate.query.js';
import { LeaveMandate } from './leave-mandate.use-case.js';
import { MintMandateToken } from './mint-mandate-token.use-case.js';
import { SearchHostedInstitutions } from './search-hosted-institutions.query.js';

/** Operations that create a hosted mandate page, and operations of the page. */
@Controller()
export class HostedMandateController {
  constructor(
    private readonly createMandateLink: CreateMandateLink,
    private readonly getHostedMandate: GetHostedMandate,
    private readonly searchHostedInstitutions: SearchHostedInstitutions,
    private readonly leaveMandate: LeaveMandate,
    private readonly mintMandateToken: MintMandateToken,
  ) {}

  @Operation('getMandateAuthLink', { response: MandateLinkResponse })
  link(
    @Caller() { customerAppId, appType }: Caller,
    @Body() asked: CreateMandateLinkRequest,
  ): Promise<MandateLinkResponse> {
    return this.createMandateLink.execute({ customerAppId, appType, asked });
  }

  @Operation('getHostedMandateView', { response: HostedMandateView })
  read(@Caller() caller: Caller): Promise<HostedMandateView> {
    return this.getHostedMandate.execute(sessionCallerOf(caller));
  }

  @Operation('listHostedMandateInstitutions', { response: HostedInstitutionsResponse })
  async search(
    @Caller() caller: Caller,
    @Query() { query = '', limit }: HostedInstitutionsQuery,
  ): Promise<HostedInstitutionsResponse> {
    const payer = sessionCallerOf(caller);
    return { institutions: await this.searchHostedInstitutions.execute(payer, { query, limit }) };
  }

  @Operation('leaveHostedMandate', { response: HostedMandateView })
  async leave(@Caller() caller: Caller): Promise<HostedMandateView> {
    const payer = sessionCallerOf(caller);
    await this.leaveMandate.execute(payer);
    return this.getHostedMandate.execute(payer);
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/token', {
    callers: ['payment-link'],
    response: MintMandateTokenResponse,
  })
  async token(
    @Param('mandateId') mandateId: string,
    @Body() body: MintMandateTokenRequest,
  ): Promise<MintMandateTokenResponse> {
    const { accessToken, expiresIn } = await this.mintMandateToken.execute({
      customerAppId: body.customer_app_id as CustomerAppId,
      mandateId,
      language: body.language ?? 'en',
      country: body.country ?? null,
    });
    return { access_token: accessToken, expires_in: expiresIn };
  }
}
