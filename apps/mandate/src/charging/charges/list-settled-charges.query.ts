import { Injectable } from '@nestjs/common';
import type {
  ListSettledChargesRequest,
  ListSettledChargesResponse,
  SettledCharge,
} from '@towpath/contracts/internal';
import { parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateRepository } from '../../mandates/mandates/ports.js';
import type { DirectDebit } from './domain/direct-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';

const PAGE = 200;

/** Charges that banks paid or returned in a period, for payment-link. */
@Injectable()
export class ListSettledCharges {
  constructor(
    private readonly transactions: Transactions,
    private readonly debits: DirectDebitRepository,
    private readonly mandates: MandateRepository,
  ) {}

  execute(asked: ListSettledChargesRequest): Promise<ListSettledChargesResponse> {
    const { customer_app_id: app, live, from, to, after } = asked;
    return this.transactions.forApp(app as CustomerAppId, async (tx) => {
      const paymentIds = await this.debits.collectedBetween(tx, null, {
        from: new Date(from),
        to: new Date(to),
        after: (after && parseId<PaymentId>(after)) || null,
        limit: PAGE,
      });
      const found = await this.debits.findAll(tx, paymentIds);
      const mandateIds = [...new Set(found.map(({ snapshot }) => snapshot.mandateId))];
      const mandates = await this.mandates.named(tx, { mandateIds });
      const inPlace = new Set(
        mandates
          .filter(({ snapshot }) => snapshot.live === live)
          .map(({ snapshot }) => snapshot.mandateId),
      );
      return {
        charges: found
          .filter(({ snapshot }) => inPlace.has(snapshot.mandateId))
          .map((debit) => settledCharge(debit)),
        next: paymentIds.length === PAGE ? paymentIds.at(-1) : undefined,
      };
    });
  }
}

function settledCharge({ snapshot }: DirectDebit): SettledCharge {
  return {
    payment_id: snapshot.paymentId,
    returned: snapshot.status === 'RETURNED',
    amount: snapshot.amount,
    currency: snapshot.currency,
    settled_at: snapshot.updatedAt.toISOString(),
  };
}
