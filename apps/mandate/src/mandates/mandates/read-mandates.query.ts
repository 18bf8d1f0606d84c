import { Injectable } from '@nestjs/common';
import type { ReadMandatesRequest, ReadMandatesResponse } from '@towpath/contracts/internal';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { SubmissionRepository } from './submission-ports.js';
import { mandateRecord } from './mandate-record.view.js';
import { MandateRepository, type MandateNames } from './ports.js';

/** Many mandates at once, for payment methods that are shown with them. */
@Injectable()
export class ReadMandates {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
  ) {}

  execute(asked: ReadMandatesRequest): Promise<ReadMandatesResponse> {
    const names = namesIn(asked);
    const read = async (tx: AppTx): Promise<ReadMandatesResponse> => {
      const [found, submissions] = await Promise.all([
        this.mandates.named(tx, names),
        this.submissions.ofNamed(tx, names),
      ]);
      return {
        mandates: found.map(({ snapshot }) =>
          mandateRecord(snapshot, submissions.get(snapshot.mandateId)),
        ),
      };
    };
    const customerAppId = asked.customer_app_id as CustomerAppId;
    return this.transactions.forApp(customerAppId, read, { readOnly: true });
  }
}

function namesIn(asked: ReadMandatesRequest): MandateNames {
  if (asked.user_id !== undefined) return { userId: asked.user_id };
  if (asked.mandate_ids) return { mandateIds: asked.mandate_ids };
  return { paymentMethodIds: asked.payment_method_ids ?? [] };
}
