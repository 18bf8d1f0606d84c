import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { EndMandate } from '../end-mandate.use-case.js';

interface OverMandate {
  readonly customer_app_id: CustomerAppId;
  readonly mandate_id: MandateId;
}

/** Mandates whose last day has passed, UTC, by their app's clock. */
@Injectable()
export class EndMandates extends DueRowsJob<OverMandate> {
  override readonly name = 'end-mandates';

  constructor(
    transactions: Transactions,
    private readonly endMandate: EndMandate,
  ) {
    super(transactions, {
      table: 'mandates',
      columns: ['mandate_id'],
      dueAt: 'over_at',
      instant: `(end_date + 1)::timestamp AT TIME ZONE 'UTC'`,
      open: `status IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED') AND end_date IS NOT NULL`,
    });
  }

  protected override runOne(mandate: OverMandate): Promise<boolean> {
    return this.endMandate.execute(mandate.customer_app_id, mandate.mandate_id);
  }
}
