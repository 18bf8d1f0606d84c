import { Body, Controller, Query } from '@nestjs/common';
import { Institution, SessionInstitutionsQuery } from '@towpath/contracts';
import {
  MandateAuthResponse,
  SetMandateInstitutionRequest,
  SetMandateInstitutionResponse,
  SubmitChecklistRequest,
  SubmitChecklistResponse,
} from '@towpath/contracts/mandate';
import { Caller, Operation } from '@towpath/http';
import { sessionCallerOf } from '../sessions/session-caller.js';
import { GetMandateAuth } from './get-mandate-auth.query.js';
import { ListOfferedInstitutions } from './list-offered-institutions.query.js';
import { PayerOrigin } from './payer-origin.js';
import { SelectInstitution } from './select-institution.use-case.js';
import { SubmitChecklist } from './submit-checklist.use-case.js';

/** A payer authorizes the mandate of the session's token. */
@Controller()
export class AuthorizationController {
  constructor(
    private readonly getMandateAuth: GetMandateAuth,
    private readonly listOfferedInstitutions: ListOfferedInstitutions,
    private readonly selectInstitution: SelectInstitution,
    private readonly submitChecklist: SubmitChecklist,
  ) {}

  @Operation('getMandateAuth', { response: MandateAuthResponse })
  async read(@Caller() caller: Caller): Promise<MandateAuthResponse> {
    return (await this.getMandateAuth.execute(sessionCallerOf(caller))).body;
  }

  @Operation('getInstitutionsForCustomer', { response: [Institution] })
  list(
    @Caller() caller: Caller,
    @Query() { search = '', ...narrowed }: SessionInstitutionsQuery,
  ): Promise<Institution[]> {
    return this.listOfferedInstitutions.execute(sessionCallerOf(caller), { search, narrowed });
  }

  @Operation('setMandateInstitution', { response: SetMandateInstitutionResponse })
  async select(
    @Caller() caller: Caller,
    @Body() { institution_id: institutionId }: SetMandateInstitutionRequest,
  ): Promise<SetMandateInstitutionResponse> {
    const payer = sessionCallerOf(caller);
    await this.selectInstitution.execute(payer, institutionId);
    return { mandate_id: payer.mandateId };
  }

  @Operation('submitAuthChecklist', { response: SubmitChecklistResponse })
  async submit(
    @Caller() caller: Caller,
    @PayerOrigin() origin: PayerOrigin,
    @Body() payload: SubmitChecklistRequest,
  ): Promise<SubmitChecklistResponse> {
    const payer = sessionCallerOf(caller);
    await this.submitChecklist.execute({ ...origin, caller: payer, payload });
    const { body } = await this.getMandateAuth.execute(payer);
    return {
      mandate_id: body.mandate_id,
      auth_checklist: body.auth_checklist,
      mandate_status: body.mandate_status,
      last_update: body.last_update,
    };
  }
}
