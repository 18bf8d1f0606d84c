import { Body, Controller, Param } from '@nestjs/common';
import {
  AbandonMandateRequest,
  MandateCommandRequest,
  MandateStatusAnswer,
} from '@towpath/contracts/internal';
import {
  AuthorizeMandateRequest,
  MandateResponse,
  UpdateTestMandateStatusRequest,
} from '@towpath/contracts/mandate';
import { Caller, InternalRoute, Operation } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { statusBody } from '../mandates/mandates.reads.js';
import { DecisionsService } from './decisions.service.js';

const internal = { callers: ['payment-link'], response: MandateStatusAnswer } as const;

@Controller()
export class DecisionsController {
  constructor(private readonly decisions: DecisionsService) {}

  @Operation('authorizeMandate', { response: MandateResponse })
  authorize(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
    @Body() { enduser_consent: isConsent }: AuthorizeMandateRequest,
  ) {
    return this.decisions.state(customerAppId, mandateId, isConsent);
  }

  @Operation('updateTestMandateStatus', { response: MandateResponse })
  updateTest(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
    @Body() { status }: UpdateTestMandateStatusRequest,
  ) {
    return this.decisions.decideForTest(customerAppId, mandateId, status);
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/cancel', internal)
  async cancel(
    @Param('mandateId') mandateId: string,
    @Body() { customer_app_id }: MandateCommandRequest,
  ): Promise<MandateStatusAnswer> {
    return statusBody(await this.decisions.cancel(customer_app_id as CustomerAppId, mandateId));
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/abandon', internal)
  async abandon(
    @Param('mandateId') mandateId: string,
    @Body() { customer_app_id, reason }: AbandonMandateRequest,
  ): Promise<MandateStatusAnswer> {
    const app = customer_app_id as CustomerAppId;
    return statusBody(await this.decisions.abandon(app, mandateId, reason ?? null));
  }
}
