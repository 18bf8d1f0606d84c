import type { Call, CreateCall } from '../evidence/calls.js';
import type { Evidence, LinkRow } from '../evidence/evidence.js';
import { Findings, type Violation } from './violation.js';

const FINAL = new Set(['PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED']);

/** Answers to callers must be true, and stay true. */
export function checkCalls({ calls, books, gateway }: Evidence): Violation[] {
  const findings = new Findings();
  const links = Map.groupBy(books.links, (link) => nameOf(link, link.unique_reference_id));
  for (const [name, made] of Map.groupBy(calls, (call) => nameOf(call, call.reference))) {
    const rows = links.get(name) ?? [];
    checkCreates(findings, { rows, creates: made.filter(isCreate) });
    checkStatuses(findings, { row: rows[0], made });
  }
  const charged = new Set(gateway.entries.map(({ reference }) => reference));
  for (const [attemptId, submits] of submitsByAttempt(calls)) {
    const refused = submits.every(({ outcome }) => outcome === 'refused');
    if (!refused || !charged.has(attemptId)) continue;
    const details = 'every submit was refused, yet the gateway charged the card';
    findings.add('REFUSED_CARD_CHARGED', { subject: `attempt ${attemptId}`, details });
  }
  return findings.list;
}

type Content = Pick<LinkRow, 'mode' | 'currency' | 'amount' | 'external_user_id'>;

interface Creation {
  readonly rows: readonly LinkRow[];
  readonly creates: readonly CreateCall[];
}

function checkCreates(findings: Findings, { rows, creates }: Creation): void {
  const [first] = creates;
  if (!first) return;
  const subject = `reference ${first.reference}`;
  const acknowledged = creates.filter(({ outcome }) => outcome === 'acknowledged');
  const ids = new Set(acknowledged.map(({ payment_link_id: id }) => id));
  for (const id of ids) {
    if (rows.some(({ payment_link_id: stored }) => stored === id)) continue;
    const details = `link ${id} was acknowledged and is not there`;
    findings.add('ACKNOWLEDGED_LINK_LOST', { subject, details });
  }
  const all = new Set([...ids, ...rows.map(({ payment_link_id: id }) => id)]);
  if (ids.size > 1 || rows.length > 1) {
    const details = `${creates.length} creates made the links ${[...all].join(', ')}`;
    findings.add('REPEAT_MADE_ANOTHER', { subject, details });
  }
  const [row] = rows;
  if (!row) return;
  const different = acknowledged.find((create) => text(row) !== text(create.content));
  if (different) {
    const details = `asked for ${text(different.content)}, stored is ${text(row)}`;
    findings.add('REPEAT_CHANGED_CONTENT', { subject, details });
  }
  const mayExist = creates.filter(({ outcome }) => outcome !== 'refused');
  if (!mayExist.some((create) => text(row) === text(create.content))) {
    const details = `link ${row.payment_link_id} exists though every create of it was refused`;
    findings.add('REFUSED_LINK_EXISTS', { subject, details });
  }
}

/** A final status that a caller has seen must never change. */
function checkStatuses(
  findings: Findings,
  { row, made }: { readonly row: LinkRow | undefined; readonly made: readonly Call[] },
): void {
  const seen = made.filter(({ seen_status: status }) => status !== undefined);
  const final = seen.filter(({ seen_status: status = '' }) => FINAL.has(status));
  for (const call of final) {
    const subject = `reference ${call.reference}`;
    if (row && row.status !== call.seen_status) {
      const details = `a ${call.op} returned ${call.seen_status}, at the end it is ${row.status}`;
      findings.add('ACKNOWLEDGED_STATUS_LOST', { subject, details });
    }
    const later = seen.find(
      ({ begin, seen_status: status }) => begin > call.end && status !== call.seen_status,
    );
    if (later) {
      const details = `returned ${call.seen_status}, then by a later ${later.op} ${later.seen_status}`;
      findings.add('STATUS_WENT_BACK', { subject, details });
    }
  }
}

function submitsByAttempt(calls: readonly Call[]) {
  const submits = calls.filter((call) => call.op === 'submit');
  return Map.groupBy(submits, ({ attempt_id: attemptId }) => attemptId);
}

function isCreate(call: Call): call is CreateCall {
  return call.op === 'create';
}

function nameOf(owner: { readonly customer_app_id: string }, reference: string): string {
  return `${owner.customer_app_id} ${reference}`;
}

function text({ mode, currency, amount, external_user_id }: Content): string {
  return `${mode} ${amount ?? '-'} ${currency} of ${external_user_id}`;
}
