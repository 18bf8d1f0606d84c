import { Body, Controller, Param } from '@nestjs/common';
import { ConfirmAttemptRequest, ConfirmAttemptResponse } from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { ConfirmAttempt } from './confirm-attempt.use-case.js';

@Controller()
export class MandateAttemptController {
  constructor(private readonly confirmAttempt: ConfirmAttempt) {}

  @InternalRoute('POST', '/internal/payment_links/{paymentLinkId}/attempts/confirm', {
    callers: ['mandate'],
    response: ConfirmAttemptResponse,
  })
  async confirm(
    @Param('paymentLinkId') paymentLinkId: string,
    @Body() body: ConfirmAttemptRequest,
  ): Promise<ConfirmAttemptResponse> {
    const current = await this.confirmAttempt.execute({
      customerAppId: body.customer_app_id as CustomerAppId,
      paymentLinkId,
      mandateId: body.mandate_id,
    });
    return { current };
  }
}
