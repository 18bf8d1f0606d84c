import { Body, Controller, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { ListDifferences } from './list-differences.query.js';
import { ReconcileSettlements } from './reconcile-settlements.job.js';
import {
  ListDifferencesQuery,
  ListDifferencesResponse,
  RunReconciliationsRequest,
  RunReconciliationsResponse,
  type DifferenceResponse,
} from './reconciliation.dto.js';
import type { ListedDifference } from './sql-differences.js';

const PAGE = 100;

@Controller()
export class ReconciliationController {
  constructor(
    private readonly listDifferences: ListDifferences,
    private readonly reconcile: ReconcileSettlements,
  ) {}

  @InternalRoute('POST', '/internal/reconciliations/run', {
    callers: ['gateway'],
    response: RunReconciliationsResponse,
  })
  async run(@Body() order: RunReconciliationsRequest): Promise<RunReconciliationsResponse> {
    const app = order.customer_app_id as CustomerAppId | undefined;
    return { reconciled: await this.reconcile.runNow(app) };
  }

  @InternalRoute('GET', '/internal/reconciliation_differences', {
    callers: ['gateway'],
    response: ListDifferencesResponse,
  })
  async list(@Query() query: ListDifferencesQuery): Promise<ListDifferencesResponse> {
    const differences = await this.listDifferences.execute({
      customerAppId: (query.customer_app_id as CustomerAppId | undefined) ?? null,
      after: query.after ?? null,
      limit: query.limit ?? PAGE,
    });
    return { differences: differences.map(bodyOf) };
  }
}

function bodyOf(difference: ListedDifference): DifferenceResponse {
  return {
    difference_id: difference.differenceId,
    customer_app_id: difference.customerAppId,
    integration_id: difference.integrationId,
    kind: difference.kind,
    side: difference.side,
    payment_id: difference.subject,
    ours: [...difference.ours],
    theirs: difference.theirs.map(({ entryId, reference, amount, currency }) => ({
      entry_id: entryId,
      reference,
      amount,
      currency,
    })),
    found_at: difference.foundAt.toISOString(),
  };
}
