import { HISTORIES, type Evidence, type History } from '../evidence/evidence.js';
import type { StateChangeRow } from '../evidence/evidence.js';
import { CHARGE_UPDATED, moveOf } from './moves.js';
import { Findings, type Violation } from './violation.js';

interface Resource {
  readonly id: string;
  readonly status: string;
  readonly sequence: number;
}

/** The history of a resource leads, by allowed moves and without a gap, to what the row says. */
export function checkHistories(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { books } = evidence;
  const charges = chargeSequences(evidence);
  for (const history of HISTORIES) {
    const rows = new Map(resourcesOf(evidence, history).map((row) => [row.id, row]));
    const changes = books.changes.filter((change) => change.history === history);
    const byId = Map.groupBy(changes, ({ id }) => id);
    for (const id of new Set([...rows.keys(), ...byId.keys()])) {
      const subject = `${history} ${id}`;
      const own = (byId.get(id) ?? []).toSorted((a, b) => a.sequence - b.sequence);
      const ofCharges = history === 'mandate' ? (charges.get(id) ?? []) : [];
      const numbers = [...own.map(({ sequence }) => sequence), ...ofCharges].toSorted(
        (a, b) => a - b,
      );
      checkChain(findings, { subject, changes: own, numbers });
      const last = { to_status: own.at(-1)?.to_status, sequence: numbers.at(-1) };
      checkEnd(findings, { subject, row: rows.get(id), last });
    }
  }
  return findings.list;
}

/** Events about charges are numbered with the changes of their mandate, and do not change it. */
function chargeSequences({ outbox }: Evidence): ReadonlyMap<string, number[]> {
  const rows = outbox.filter(({ event_name: name }) => name === CHARGE_UPDATED);
  const byMandate = Map.groupBy(rows, ({ message_key: key }) => key);
  return new Map(
    [...byMandate].map(([id, own]) => [id, own.map(({ sequence }) => sequence)] as const),
  );
}

function checkChain(
  findings: Findings,
  chain: {
    readonly subject: string;
    readonly changes: readonly StateChangeRow[];
    /** The numbers of the changes, and of the events between them. */
    readonly numbers: readonly number[];
  },
): void {
  const { subject, changes, numbers } = chain;
  if (numbers.length === 0 || numbers.some((sequence, index) => sequence !== index + 1)) {
    const details = `the changes count ${numbers.join(', ') || 'nothing'}`;
    findings.add('HISTORY_GAP', { subject, details });
  }
  let status: string | null = null;
  for (const change of changes) {
    const { from_status: from, to_status: to, sequence } = change;
    if (from !== status) {
      const details = `change ${sequence} starts at ${from}, the one before ended at ${status}`;
      findings.add('HISTORY_BROKEN', { subject, details });
    }
    if (!moveOf(change.history, change)) {
      findings.add('MOVE_NOT_ALLOWED', { subject, details: `${from} to ${to}` });
    }
    status = to;
  }
}

function checkEnd(
  findings: Findings,
  ends: {
    readonly subject: string;
    readonly row: Resource | undefined;
    readonly last: Partial<Pick<StateChangeRow, 'to_status' | 'sequence'>>;
  },
): void {
  const { subject, row, last } = ends;
  if (row?.status === last.to_status && row?.sequence === last.sequence) return;
  const end = last.to_status ? `${last.to_status} (${last.sequence})` : 'nothing';
  const stored = row ? `${row.status} (${row.sequence})` : 'no row';
  const details = `the history ends at ${end}, the row says ${stored}`;
  findings.add('HISTORY_DISAGREES', { subject, details });
}

function resourcesOf(
  { books, mandates, disputes, linking }: Evidence,
  history: History,
): Resource[] {
  switch (history) {
    case 'payment-link':
      return books.links.map((row) => ({ ...row, id: row.payment_link_id }));
    case 'payment':
      return books.payments.map((row) => ({ ...row, id: row.payment_id }));
    case 'payment-method':
      return books.methods.map((row) => ({ ...row, id: row.payment_method_id }));
    case 'refund':
      return books.refunds.map((row) => ({ ...row, id: row.refund_id }));
    case 'payout':
      return books.payouts.map((row) => ({ ...row, id: row.payout_id }));
    case 'bill':
      return books.bills.map((row) => ({ ...row, id: row.bill_id }));
    case 'attempt':
      return books.attempts.map((row) => ({ ...row, id: row.attempt_id }));
    case 'mandate':
      return mandates.mandates.map((row) => ({ ...row, id: row.mandate_id }));
    case 'direct-debit':
      return mandates.debits.map((row) => ({ ...row, id: row.payment_id }));
    case 'dispute':
      return disputes.disputes.map((row) => ({ ...row, id: row.dispute_id }));
    case 'login-identity':
      return linking.logins.map((row) => ({ ...row, id: row.login_identity_id }));
  }
}
