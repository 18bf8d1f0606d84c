import { SANDBOX, type ConnectorAnswer, type ConnectorClient } from '@towpath/http';
import type { PayoutBankStatus } from '@towpath/kernel';
import {
  ORDER_REFUSED,
  PAYOUT_NOT_SEEN,
  PayoutBankUnavailable,
  PayoutConnector,
  type PayoutAnswer,
  type PayoutOrder,
  type PayoutReference,
  type SettledPayout,
  type SettledPayoutPeriod,
} from './ports.js';

/** Statuses in the bank's own words. */
const STATUSES: Readonly<Record<string, PayoutBankStatus>> = {
  PDNG: 'PENDING',
  ACSC: 'EXECUTED',
  RJCT: 'REJECTED',
  RTRN: 'RETURNED',
};

/** Explanations of the reason codes of ISO 20022; a bank's own sentence is never shown. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  AC01: 'The bank does not know the account of the recipient.',
  AC04: 'The account of the recipient is closed.',
  AC06: 'The account of the recipient is blocked.',
};
const NO_REASON = 'The bank refused for a reason of its own.';

interface WirePayout {
  readonly debtor: { readonly account: string };
  readonly status: string;
  readonly reason: { readonly code: string } | null;
  readonly order_reference: string | null;
  readonly transaction_reference: string | null;
}

interface WireStatement {
  readonly lines: readonly {
    readonly entry: string;
    readonly booking: 'DBIT' | 'CRDT';
    readonly payout_reference: string;
    readonly booked: { readonly minor: number; readonly currency: string };
    readonly booked_at: string;
  }[];
  readonly more: boolean;
}

/** The simulated bank `GW3` as the one that pays out. */
export class Gw3Payouts extends PayoutConnector {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW3';
  override readonly connector = SANDBOX;

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

/** Throws for an unknown status, which must never count as an outcome. */
function readPayout({ status, body }: ConnectorAnswer): PayoutAnswer {
  if (status === 404) return PAYOUT_NOT_SEEN;
  const payout = body as Partial<WirePayout>;
  const bankStatus = STATUSES[payout.status ?? ''];
  if (status !== 200 || !bankStatus) {
    throw new Error(`the bank answered HTTP ${status} with status ${String(payout.status)}`);
  }
  const explanation = EXPLANATIONS[payout.reason?.code ?? ''] ?? NO_REASON;
  return {
    bankStatus,
    failure:
      bankStatus === 'REJECTED' || bankStatus === 'RETURNED'
        ? { code: 'PAYMENT_METHOD_DECLINED', explanation }
        : null,
    processorReference: payout.order_reference ?? null,
    bankTransactionReference: payout.transaction_reference ?? null,
    debtorAccount: payout.debtor?.account ?? null,
  };
}

function readStatement({ status, body }: ConnectorAnswer): {
  readonly lines: readonly SettledPayout[];
  readonly more: boolean;
} {
  // Half a list would look as if the rest had not been paid out.
  if (status !== 200) throw new PayoutBankUnavailable('GW3', { reason: `HTTP ${status}` });
  const { lines, more } = body as WireStatement;
  return {
    more,
    lines: lines.map(({ entry, booking, payout_reference: reference, booked, booked_at: at }) => ({
      entryId: entry,
      kind: booking === 'DBIT' ? 'PAYOUT' : 'PAYOUT_REVERSED',
      reference,
      amount: booked.minor,
      currency: booked.currency,
      settledAt: new Date(at),
    })),
  };
}
