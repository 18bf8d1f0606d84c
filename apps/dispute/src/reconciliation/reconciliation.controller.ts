import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { CompareDisputes } from './compare-disputes.query.js';
import type { DisputeDifference } from './dispute-difference.js';
import {
  CompareDisputesRequest,
  CompareDisputesResponse,
  type DisputeDifferenceResponse,
} from './reconciliation.dto.js';

@Controller()
export class ReconciliationController {
  constructor(private readonly compareDisputes: CompareDisputes) {}

  @InternalRoute('POST', '/internal/disputes/compare', {
    callers: ['gateway'],
    response: CompareDisputesResponse,
  })
  async compare(@Body() body: CompareDisputesRequest): Promise<CompareDisputesResponse> {
    const differences = await this.compareDisputes.execute(body.customer_app_id);
    return { differences: differences.map(bodyOf) };
  }
}

function bodyOf(difference: DisputeDifference): DisputeDifferenceResponse {
  return {
    kind: difference.kind,
    integration_id: difference.integrationId,
    processor_reference: difference.processorReference,
    dispute_id: difference.disputeId ?? undefined,
    payment_id: difference.paymentId,
    ours: difference.ours ?? undefined,
    theirs: difference.theirs ?? undefined,
  };
}
