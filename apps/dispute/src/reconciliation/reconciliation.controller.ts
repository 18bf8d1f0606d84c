import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { CompareDisputesRequest, CompareDisputesResponse } from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

@Controller()
export class ReconciliationController {
  constructor(private readonly reconciliation: ReconciliationService) {}

  @InternalRoute('POST', '/internal/disputes/compare', {
    command: 'reconciliation disputes',
    response: CompareDisputesResponse,
  })
  compare(@Body() body: CompareDisputesRequest) {
    return this.reconciliation.compare(body.customer_app_id);
  }
}
