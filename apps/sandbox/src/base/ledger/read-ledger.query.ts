import { Injectable } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';

/** The gateways' books about one payment of a customer app. Amounts are minor units. */
export interface LedgerPayment {
  readonly payment_id: string;
  readonly gateway: string;
  readonly currency: string;
  readonly references: readonly string[];
  readonly charged: number;
  /** Given back by the merchant or taken back by the bank. */
  readonly refunded: number;
  /** Number of captures; more than one means that the payer paid twice. */
  readonly captures: number;
}

@Injectable()
export class ReadLedger {
  constructor(private readonly transactions: Transactions) {}

  execute(customerAppId: string): Promise<LedgerPayment[]> {
    return this.transactions.asWorker((tx) =>
      tx.query<LedgerPayment>(
        byValues(`SELECT payment_id, gateway, currency,
           array_agg(DISTINCT reference ORDER BY reference) AS "references",
           coalesce(sum(amount) FILTER (WHERE kind = 'CHARGE'), 0)::bigint AS charged,
           coalesce(sum(amount) FILTER (WHERE kind <> 'CHARGE'), 0)::bigint AS refunded,
           count(*) FILTER (WHERE kind = 'CHARGE') AS captures
         FROM ledger_entries WHERE customer_app_id = $1 AND kind <> 'PAYOUT'
         GROUP BY payment_id, gateway, currency ORDER BY payment_id, gateway, currency`),
        [customerAppId],
      ),
    );
  }
}
