import { Body, Controller, Param } from '@nestjs/common';
import { ConfirmAttemptRequest, ConfirmAttemptResponse } from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { MandateAttemptsService } from './mandate-attempts.service.js';

@Controller()
export class MandateAttemptsController {
  constructor(private readonly attempts: MandateAttemptsService) {}

  @InternalRoute('POST', '/internal/payment_links/{paymentLinkId}/attempts/confirm', {
    callers: ['mandate'],
    response: ConfirmAttemptResponse,
  })
  async confirm(
    @Param('paymentLinkId') paymentLinkId: string,
    @Body() { customer_app_id, mandate_id: mandateId }: ConfirmAttemptRequest,
  ): Promise<ConfirmAttemptResponse> {
    const app = customer_app_id as CustomerAppId;
    return { current: await this.attempts.confirm(app, { paymentLinkId, mandateId }) };
  }
}
