import { Body, Controller } from '@nestjs/common';
import { DraftMandateRequest, DraftMandateResponse } from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import { LinkDraftsService } from './link-drafts.service.js';

@Controller()
export class LinkDraftsController {
  constructor(private readonly drafts: LinkDraftsService) {}

  @InternalRoute('POST', '/internal/mandates', {
    callers: ['payment-link'],
    response: DraftMandateResponse,
  })
  async draft(@Body() body: DraftMandateRequest): Promise<DraftMandateResponse> {
    const { mandateId, paymentMethodId, status } = await this.drafts.draft(body);
    return { mandate_id: mandateId, payment_method_id: paymentMethodId, status };
  }
}
