import { Body, Controller } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { CompareGap } from './compare-gap.use-case.js';
import { CompareGapRequest, CompareGapResponse } from './reconciliation.dto.js';

/** For operators whose databases were restored to an instant. */
@Controller()
export class AfterRestoreController {
  constructor(private readonly compareGap: CompareGap) {}

  @InternalRoute('POST', '/internal/reconciliations/gap', {
    callers: ['gateway'],
    response: CompareGapResponse,
  })
  async compare(@Body() order: CompareGapRequest): Promise<CompareGapResponse> {
    const { silent, unknown, unheard } = await this.compareGap.execute({
      customerAppId: order.customer_app_id as CustomerAppId | undefined,
      since: new Date(order.since),
      giveBack: order.give_back,
    });
    return {
      silent: silent.map(placeOf),
      unknown: unknown.map(({ key, charge, givenBack }) => ({
        ...placeOf(key),
        entry_id: charge.entryId,
        reference: charge.reference,
        amount: charge.amount,
        currency: charge.currency,
        settled_at: charge.settledAt.toISOString(),
        given_back: givenBack,
      })),
      unheard: unheard.map(({ key, subject, reference }) => ({
        ...placeOf(key),
        payment_id: subject,
        reference,
      })),
    };
  }
}

interface Place {
  readonly customerAppId: CustomerAppId;
  readonly integrationId: string;
}

function placeOf({ customerAppId, integrationId }: Place) {
  return { customer_app_id: customerAppId, integration_id: integrationId };
}
