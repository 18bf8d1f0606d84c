import type { ConnectorClient } from '@towpath/http';
import {
  ORDER_REFUSED,
  PayoutConnector,
  type PayoutAnswer,
  type PayoutOrder,
  type PayoutReference,
  type SettledPayout,
  type SettledPayoutPeriod,
} from '../ports.js';
import { readPayout, readStatement } from './gw3-payout-answers.js';

/** The simulated bank `GW3` as the one that pays out. */
export class Gw3Payouts extends PayoutConnector {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW3';

  constructor(private readonly http: ConnectorClient) {
    super();
  }

  override async send(order: PayoutOrder): Promise<PayoutAnswer> {
    const body = {
      payout_reference: order.reference,
      debtor: { customer_app_id: order.customerAppId, account: order.debtorAccount },
      creditor: { name: order.creditorName, account_number: order.creditorAccountNumber },
      instructed: { minor: order.amount, currency: order.currency },
      ...(order.description === null ? {} : { text: order.description }),
    };
    const answer = await this.http.send({ method: 'POST', path: '/gw3/payouts', body });
    if (answer.status === 404) throw new Error('the bank accepts no payouts');
    return answer.status === 400 ? ORDER_REFUSED : readPayout(answer);
  }

  override async find({ reference }: PayoutReference): Promise<PayoutAnswer> {
    const path = `/gw3/payouts/${encodeURIComponent(reference)}`;
    return readPayout(await this.http.send({ method: 'GET', path }));
  }

  override async *listSettled(period: SettledPayoutPeriod): AsyncGenerator<SettledPayout> {
    for (let after: string | undefined; ;) {
      const query = new URLSearchParams({
        customer_app_id: period.customerAppId,
        booked_from: period.from.toISOString(),
        booked_to: period.to.toISOString(),
        ...(after === undefined ? {} : { after_entry: after }),
      });
      const path = `/gw3/payout_statement?${query.toString()}`;
      const { lines, more } = readStatement(await this.http.send({ method: 'GET', path }));
      yield* lines;
      after = lines.at(-1)?.entryId;
      if (!more || after === undefined) return;
    }
  }
}
