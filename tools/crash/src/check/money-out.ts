import type { Evidence } from '../evidence/evidence.js';
import type { Expected } from './expected-transfer.js';

const HOLDS = { debit: 'settlement', credit: 'payout' };
const RELEASES = { debit: 'payout', credit: 'settlement' };

/** Ledger transfers that requested refunds and payouts must have caused. */
export function expectedOfMoneyOut(evidence: Evidence): Expected[] {
  return [...ofRefunds(evidence), ...ofPayouts(evidence)];
}

/** A refund by payout is held and paid as that payout. */
function ofRefunds({ books }: Evidence): Expected[] {
  const accounts = new Map(books.payments.map((row) => [row.payment_id, row.recipient_account_id]));
  const asked = books.refunds.filter((row) => row.kind === 'REQUESTED' && row.payout_id === null);
  return asked.flatMap(({ payment_id, refund_id, amount, currency, status }) => {
    const account = accounts.get(payment_id) ?? 'unknown';
    const money = { payment_id, refund_id, amount, currency, account };
    const held = { ...money, kind: 'REFUND_HOLD', debit: 'settlement', credit: 'unexpected' };
    const back = { ...money, kind: 'REFUND', debit: 'unexpected', credit: 'clearing' };
    const kept = { ...money, kind: 'REFUND_RELEASE', debit: 'unexpected', credit: 'settlement' };
    if (status === 'SUBMITTED') return [held];
    return status === 'EXECUTED' ? [held, back] : [held, kept];
  });
}

/** Held when it was started or confirmed, or when the funds of a scheduled one had arrived. */
function ofPayouts({ books }: Evidence): Expected[] {
  const changes = books.changes.filter(({ history }) => history === 'payout');
  const byPayout = Map.groupBy(changes, ({ id }) => id);
  return books.payouts.flatMap(({ payout_id, type, amount, currency, ...payout }) => {
    const own = (byPayout.get(payout_id) ?? []).map(({ to_status: to }) => to);
    const account = payout.sender_account_id;
    const money = { payment_id: null, payout_id, amount, currency, account };
    if (!own.includes(type === 'SCHEDULED' ? 'FUNDED' : 'PROCESSING')) return [];
    const held = { ...money, ...HOLDS, kind: 'PAYOUT_HOLD' };
    const failed = own.includes('FAILED');
    const released = failed ? [{ ...money, ...RELEASES, kind: 'PAYOUT_RELEASE' }] : [];
    if (payout.status !== 'EXECUTED') return [held, ...released];
    const paid = failed
      ? { ...money, kind: 'PAYOUT_CORRECTION', debit: 'settlement', credit: 'clearing' }
      : { ...money, kind: 'PAYOUT', debit: 'payout', credit: 'clearing' };
    return [held, ...released, paid];
  });
}
