import { Body, Controller } from '@nestjs/common';
import { DraftMandateRequest, DraftMandateResponse } from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import { DraftMandate } from './draft-mandate.use-case.js';

@Controller()
export class LinkDraftController {
  constructor(private readonly draftMandate: DraftMandate) {}

  @InternalRoute('POST', '/internal/mandates', {
    callers: ['payment-link'],
    response: DraftMandateResponse,
  })
  async draft(@Body() body: DraftMandateRequest): Promise<DraftMandateResponse> {
    const { mandateId, paymentMethodId, status } = await this.draftMandate.execute(body);
    return { mandate_id: mandateId, payment_method_id: paymentMethodId, status };
  }
}
