import { HISTORIES, type Books, type Evidence, type History } from '../evidence/evidence.js';
import type { StateChangeRow } from '../evidence/evidence.js';
import { moveOf } from './moves.js';
import { Findings, type Violation } from './violation.js';

interface Resource {
  readonly id: string;
  readonly status: string;
  readonly sequence: number;
}

/** The history of a resource leads, by allowed moves and without a gap, to what the row says. */
export function checkHistories({ books }: Evidence): Violation[] {
  const findings = new Findings();
  for (const history of HISTORIES) {
    const rows = new Map(resourcesOf(books, history).map((row) => [row.id, row]));
    const changes = books.changes.filter((change) => change.history === history);
    const byId = Map.groupBy(changes, ({ id }) => id);
    for (const id of new Set([...rows.keys(), ...byId.keys()])) {
      const subject = `${history} ${id}`;
      const own = (byId.get(id) ?? []).toSorted((a, b) => a.sequence - b.sequence);
      checkChain(findings, { subject, changes: own });
      checkEnd(findings, { subject, row: rows.get(id), last: own.at(-1) });
    }
  }
  return findings.list;
}

function checkChain(
  findings: Findings,
  { subject, changes }: { readonly subject: string; readonly changes: readonly StateChangeRow[] },
): void {
  const numbers = changes.map(({ sequence }) => sequence);
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
    readonly last: StateChangeRow | undefined;
  },
): void {
  const { subject, row, last } = ends;
  if (row?.status === last?.to_status && row?.sequence === last?.sequence) return;
  const told = last ? `${last.to_status} (${last.sequence})` : 'nothing';
  const stored = row ? `${row.status} (${row.sequence})` : 'no row';
  const details = `the history ends at ${told}, the row says ${stored}`;
  findings.add('HISTORY_DISAGREES', { subject, details });
}

function resourcesOf(books: Books, history: History): Resource[] {
  switch (history) {
    case 'payment-link':
      return books.links.map((row) => ({ ...row, id: row.payment_link_id }));
    case 'payment':
      return books.payments.map((row) => ({ ...row, id: row.payment_id }));
    case 'payment-method':
      return books.methods.map((row) => ({ ...row, id: row.payment_method_id }));
    case 'refund':
      return books.refunds.map((row) => ({ ...row, id: row.refund_id }));
    case 'attempt':
      return books.attempts.map((row) => ({ ...row, id: row.attempt_id }));
  }
}
