import type { ConnectorAnswer } from '@towpath/http';
import type { PayoutBankStatus } from '../../payout-step.js';
import {
  PAYOUT_NOT_SEEN,
  PayoutBankUnavailable,
  type PayoutAnswer,
  type SettledPayout,
} from '../ports.js';

/** Statuses in the bank's own words. */
const STATUSES: Readonly<Record<string, PayoutBankStatus>> = {
  PDNG: 'PENDING',
  ACSC: 'EXECUTED',
  RJCT: 'REJECTED',
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
    readonly payout_reference: string;
    readonly booked: { readonly minor: number; readonly currency: string };
    readonly booked_at: string;
  }[];
  readonly more: boolean;
}

/** Throws for an unknown status, which must never count as an outcome. */
export function readPayout({ status, body }: ConnectorAnswer): PayoutAnswer {
  if (status === 404) return PAYOUT_NOT_SEEN;
  const payout = body as Partial<WirePayout>;
  const bankStatus = STATUSES[payout.status ?? ''];
  if (status !== 200 || !bankStatus) {
    throw new Error(`the bank answered HTTP ${status} with status ${String(payout.status)}`);
  }
  const explanation = EXPLANATIONS[payout.reason?.code ?? ''] ?? NO_REASON;
  return {
    bankStatus,
    failure: bankStatus === 'REJECTED' ? { code: 'PAYMENT_METHOD_DECLINED', explanation } : null,
    processorReference: payout.order_reference ?? null,
    bankTransactionReference: payout.transaction_reference ?? null,
    debtorAccount: payout.debtor?.account ?? null,
  };
}

export function readStatement({ status, body }: ConnectorAnswer): {
  readonly lines: readonly SettledPayout[];
  readonly more: boolean;
} {
  // Half a list would look as if the rest had not been paid out.
  if (status !== 200) throw new PayoutBankUnavailable('GW3', { reason: `HTTP ${status}` });
  const { lines, more } = body as WireStatement;
  return {
    more,
    lines: lines.map(({ entry, payout_reference: reference, booked, booked_at: at }) => ({
      entryId: entry,
      reference,
      amount: booked.minor,
      currency: booked.currency,
      settledAt: new Date(at),
    })),
  };
}
