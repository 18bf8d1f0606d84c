import { Body, Controller, Param, Query } from '@nestjs/common';
import { field } from '@towpath/contracts';
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
import { OfferedInstitutionsReads } from '../institutions/offered-institutions.reads.js';
import { sessionCallerOf } from '../sessions/sessions.service.js';
import { HostedMandatesReads } from './hosted-mandates.reads.js';
import { HostedMandatesService } from './hosted-mandates.service.js';

class EmbeddingOriginsQuery {
  @field.id('The app of the session.') customer_app_id: string;
}

class EmbeddingOriginsResponse {
  @field.textList('Origins that may frame the page.') origins: string[];
}

/** Operations that create a hosted mandate page, and operations of the page. */
@Controller()
export class HostedMandatesController {
  constructor(
    private readonly mandates: HostedMandatesService,
    private readonly reads: HostedMandatesReads,
    private readonly institutions: OfferedInstitutionsReads,
  ) {}

  @Operation('getMandateAuthLink', { response: MandateLinkResponse })
  link(@Caller() { customerAppId, appType }: Caller, @Body() asked: CreateMandateLinkRequest) {
    return this.mandates.createLink({ customerAppId, appType, asked });
  }

  @Operation('getHostedMandateView', { response: HostedMandateView })
  read(@Caller() caller: Caller) {
    return this.reads.get(sessionCallerOf(caller));
  }

  @Operation('listHostedMandateInstitutions', { response: HostedInstitutionsResponse })
  async search(
    @Caller() caller: Caller,
    @Query() { query: search = '', limit }: HostedInstitutionsQuery,
  ): Promise<HostedInstitutionsResponse> {
    const payer = sessionCallerOf(caller);
    return { institutions: await this.institutions.search(payer, { search, limit }) };
  }

  @Operation('leaveHostedMandate', { response: HostedMandateView })
  async leave(@Caller() caller: Caller): Promise<HostedMandateView> {
    const payer = sessionCallerOf(caller);
    await this.mandates.leave(payer);
    return this.reads.get(payer);
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/token', {
    callers: ['payment-link'],
    response: MintMandateTokenResponse,
  })
  async token(
    @Param('mandateId') mandateId: string,
    @Body() body: MintMandateTokenRequest,
  ): Promise<MintMandateTokenResponse> {
    const { accessToken, expiresIn } = await this.mandates.mintToken({
      customerAppId: body.customer_app_id as CustomerAppId,
      mandateId,
      language: body.language ?? 'en',
      country: body.country ?? null,
    });
    return { access_token: accessToken, expires_in: expiresIn };
  }

  @InternalRoute('GET', '/internal/mandate_sessions/{sessionId}/embedding_origins', {
    callers: ['gateway'],
    response: EmbeddingOriginsResponse,
  })
  async embeddingOrigins(
    @Param('sessionId') sessionId: string,
    @Query() { customer_app_id }: EmbeddingOriginsQuery,
  ): Promise<EmbeddingOriginsResponse> {
    const app = customer_app_id as CustomerAppId;
    return { origins: [...(await this.reads.embeddingOrigins(app, sessionId))] };
  }
}
