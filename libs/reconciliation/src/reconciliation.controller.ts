import { Body, Controller, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { BookDifferenceKind, SettledLine } from './books/index.js';
import { DifferencesReads } from './differences.reads.js';
import { GapService } from './gap.service.js';
import type { Difference } from './kept-differences.js';
import type { ReconciliationKey } from './ports.js';
import {
  CompareGapRequest,
  CompareGapResponse,
  ListDifferencesQuery,
  ListDifferencesResponse,
  RunReconciliationsRequest,
  RunReconciliationsResponse,
  type DifferenceResponse,
} from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

const PAGE = 100;

@Controller()
export class ReconciliationController {
  constructor(
    private readonly differences: DifferencesReads,
    private readonly reconciliation: ReconciliationService,
    private readonly gap: GapService,
  ) {}

  @InternalRoute('POST', '/internal/reconciliations/run', {
    command: 'reconciliation run',
    response: RunReconciliationsResponse,
  })
  async run(@Body() order: RunReconciliationsRequest): Promise<RunReconciliationsResponse> {
    const app = order.customer_app_id as CustomerAppId | undefined;
    return { reconciled: await this.reconciliation.reconcileNow(app) };
  }

  @InternalRoute('GET', '/internal/reconciliation_differences', {
    command: 'reconciliation list',
    response: ListDifferencesResponse,
  })
  async list(@Query() query: ListDifferencesQuery): Promise<ListDifferencesResponse> {
    const differences = await this.differences.list({
      customerAppId: (query.customer_app_id as CustomerAppId | undefined) ?? null,
      after: query.after ?? null,
      limit: query.limit ?? PAGE,
    });
    return { differences: differences.map(bodyOf) };
  }

  /** For operators whose databases were restored to an instant. */
  @InternalRoute('POST', '/internal/reconciliations/gap', {
    command: 'restore compare',
    response: CompareGapResponse,
  })
  async compareGap(@Body() order: CompareGapRequest): Promise<CompareGapResponse> {
    const { silent, unknown, unrecorded } = await this.gap.compare({
      customerAppId: order.customer_app_id as CustomerAppId | undefined,
      since: new Date(order.since),
      giveBack: order.give_back,
    });
    return {
      silent: silent.map(placeOf),
      unknown: unknown.map(({ key, charge, givenBack }) => ({
        ...placeOf(key),
        ...entryOf(charge),
        settled_at: charge.settledAt.toISOString(),
        given_back: givenBack,
      })),
      unheard: unrecorded.map(({ key, subject, reference }) => ({
        ...placeOf(key),
        payment_id: subject,
        reference,
      })),
    };
  }
}

function placeOf({ customerAppId, integrationId }: ReconciliationKey) {
  return { customer_app_id: customerAppId, integration_id: integrationId };
}

function entryOf({ entryId, reference, gatewayReference, amount, currency }: SettledLine) {
  const named = { entry_id: entryId, reference, gateway_reference: gatewayReference ?? undefined };
  return { ...named, amount, currency };
}

function bodyOf(difference: Difference): DifferenceResponse {
  return {
    difference_id: difference.differenceId,
    ...placeOf(difference),
    kind: difference.kind as BookDifferenceKind,
    side: difference.side,
    payment_id: difference.subject,
    ours: [...difference.ours],
    theirs: difference.theirs.map(entryOf),
    found_at: difference.foundAt.toISOString(),
  };
}
