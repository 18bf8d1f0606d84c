import type { Evidence, StateChangeRow } from '../evidence/evidence.js';
import { HISTORIES, type History } from '../evidence/tables.js';
import { CHARGE_UPDATED, moveOf } from './moves.js';
import { inOrder, isCount } from './rows.js';
import { Findings, type Violation } from './violation.js';

interface Resource {
  readonly id: string;
  readonly status: string;
  readonly sequence: number;
}

/** The history of a resource leads, by allowed moves and without a gap, to what the row says. */
export function checkHistories(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { books, outbox } = evidence;
  // events about charges are numbered with the changes of their mandate, and do not change it
  const charges = Map.groupBy(
    outbox.filter(({ event_name: name }) => name === CHARGE_UPDATED),
    ({ message_key: key }) => key,
  );
  for (const history of Object.keys(HISTORIES) as History[]) {
    const rows = new Map(resourcesOf(evidence, history).map((row) => [row.id, row]));
    const changes = books.changes.filter((change) => change.history === history);
    const byId = Map.groupBy(changes, ({ id }) => id);
    for (const id of new Set([...rows.keys(), ...byId.keys()])) {
      const found = findings.about(`${history} ${id}`);
      const own = inOrder(byId.get(id) ?? []);
      const numbered = history === 'mandate' ? [...own, ...(charges.get(id) ?? [])] : own;
      const numbers = inOrder(numbered).map(({ sequence }) => sequence);
      const counted = `the changes count ${numbers.join(', ') || 'nothing'}`;
      found(numbers.length === 0 || !isCount(numbers), 'HISTORY_GAP', counted);
      checkChain(found, own);
      const [row, last, number] = [rows.get(id), own.at(-1)?.to_status, numbers.at(-1)];
      const end = last ? `${last} (${number})` : 'nothing';
      const stored = row ? `${row.status} (${row.sequence})` : 'no row';
      const isSame = row?.status === last && row?.sequence === number;
      const details = `the history ends at ${end}, the row says ${stored}`;
      found(!isSame, 'HISTORY_DISAGREES', details);
    }
  }
  return findings.list;
}

function checkChain(
  found: ReturnType<Findings['about']>,
  changes: readonly StateChangeRow[],
): void {
  let status: string | null = null;
  for (const change of changes) {
    const { from_status: from, to_status: to, sequence } = change;
    const details = `change ${sequence} starts at ${from}, the one before ended at ${status}`;
    found(from !== status, 'HISTORY_BROKEN', details);
    found(!moveOf(change.history, change), 'MOVE_NOT_ALLOWED', `${from} to ${to}`);
    status = to;
  }
}

function resourcesOf(
  { books, mandates, disputes, linking }: Evidence,
  history: History,
): Resource[] {
  const rows: Readonly<Record<History, readonly Omit<Resource, 'id'>[]>> = {
    'payment-link': books.links,
    payment: books.payments,
    'payment-method': books.methods,
    refund: books.refunds,
    payout: books.payouts,
    bill: books.bills,
    attempt: books.attempts,
    mandate: mandates.mandates,
    'direct-debit': mandates.debits,
    dispute: disputes.disputes,
    'login-identity': linking.logins,
  };
  const [, id] = HISTORIES[history];
  return rows[history].map((row) => ({ ...row, id: String(row[id as keyof typeof row]) }));
}
