import {
  Body,
  Controller,
  createParamDecorator,
  Query,
  type ExecutionContext,
} from '@nestjs/common';
import { Institution, SessionInstitutionsQuery } from '@towpath/contracts';
import {
  MandateAuthResponse,
  SetMandateInstitutionRequest,
  SetMandateInstitutionResponse,
  SubmitChecklistRequest,
  SubmitChecklistResponse,
} from '@towpath/contracts/mandate';
import { Caller, CLIENT_ADDRESS_HEADER, Operation } from '@towpath/http';
import type { FastifyRequest } from 'fastify';
import { sessionCallerOf } from '../sessions/sessions.service.js';
import { AuthorizationsReads } from './authorizations.reads.js';
import { AuthorizationsService } from './authorizations.service.js';
import { ChecklistSubmissionsService, type PayerOrigin } from './checklist-submissions.service.js';
import { OfferedInstitutionsReads } from '../institutions/offered-institutions.reads.js';

const MAX_AGENT_CHARACTERS = 500;

/** The sender chooses its user agent, so it is cut, and NUL is dropped. */
const Origin = createParamDecorator((_data: unknown, context: ExecutionContext): PayerOrigin => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  const address = headers[CLIENT_ADDRESS_HEADER];
  const agent = (headers['user-agent'] ?? '')
    .replaceAll('\u0000', '')
    .slice(0, MAX_AGENT_CHARACTERS);
  return {
    address: typeof address === 'string' && address !== '' ? address : null,
    userAgent: agent === '' ? null : agent,
  };
});

/** A payer authorizes the mandate of the session's token. */
@Controller()
export class AuthorizationsController {
  constructor(
    private readonly authorizations: AuthorizationsService,
    private readonly reads: AuthorizationsReads,
    private readonly institutions: OfferedInstitutionsReads,
    private readonly submissions: ChecklistSubmissionsService,
  ) {}

  @Operation('getMandateAuth', { response: MandateAuthResponse })
  async read(@Caller() caller: Caller): Promise<MandateAuthResponse> {
    return (await this.reads.get(sessionCallerOf(caller))).body;
  }

  @Operation('getInstitutionsForCustomer', { response: [Institution] })
  list(@Caller() caller: Caller, @Query() { search = '', ...narrowed }: SessionInstitutionsQuery) {
    return this.institutions.list(sessionCallerOf(caller), { search, narrowed });
  }

  @Operation('setMandateInstitution', { response: SetMandateInstitutionResponse })
  async select(
    @Caller() caller: Caller,
    @Body() { institution_id: institutionId }: SetMandateInstitutionRequest,
  ): Promise<SetMandateInstitutionResponse> {
    const payer = sessionCallerOf(caller);
    await this.authorizations.choose(payer, institutionId);
    return { mandate_id: payer.mandateId };
  }

  @Operation('submitAuthChecklist', { response: SubmitChecklistResponse })
  async submit(
    @Caller() caller: Caller,
    @Origin() origin: PayerOrigin,
    @Body() payload: SubmitChecklistRequest,
  ): Promise<SubmitChecklistResponse> {
    const payer = sessionCallerOf(caller);
    await this.submissions.submit(payer, origin, payload);
    const { body } = await this.reads.get(payer);
    return {
      mandate_id: body.mandate_id,
      auth_checklist: body.auth_checklist,
      mandate_status: body.mandate_status,
      last_update: body.last_update,
    };
  }
}
