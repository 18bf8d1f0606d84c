import type { AttemptRow, Evidence } from '../evidence/evidence.js';
import type { BankMandateRow, MandateRow } from '../evidence/mandate-evidence.js';
import { Findings, type Violation } from './violation.js';

/** Permitted statuses of a mandate at the bank in each of our states, once all work is done. */
const AT_THE_BANK: Readonly<Record<string, readonly string[]>> = {
  AUTHORIZATION_REQUIRED: ['UNKNOWN'],
  AUTHORIZING: ['UNKNOWN'],
  PROCESSING: ['UNKNOWN', 'PENDING'],
  READY_TO_SUBMIT: ['UNKNOWN'],
  SUBMITTED: ['PENDING'],
  SUCCEEDED: ['ACTIVE'],
  FAILED: ['UNKNOWN', 'REJECTED', 'CANCELLED', 'REVOKED'],
  REVOKED: ['REVOKED'],
  CANCELLED: ['UNKNOWN', 'CANCELLED', 'REVOKED', 'REJECTED'],
  CLOSED: ['UNKNOWN', 'CANCELLED', 'REVOKED', 'REJECTED'],
};
const DRAFT = new Set(['AUTHORIZATION_REQUIRED', 'AUTHORIZING']);
const GIVEN_UP = new Set(['REPLACED', 'CANCELLED', 'FAILED']);
const LEAVES_DRAFT = new Set([
  'payment_link.mandate_released',
  'payment_link.cancelled',
  'payment_link.expired',
]);
/** By the app's clock, in ms. A mandate that is not closed ends on its last day, a month later. */
const CLOSED_WITHIN_MS = 86_400_000;

/** Bank and we agree on every mandate, and a mandate of a link ends with its attempt. */
export function checkMandates(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { books, mandates, bank } = evidence;
  const atTheBank = new Map(bank.mandates.map((row) => [row.reference, row]));
  const known = new Map(mandates.mandates.map((row) => [row.mandate_id, row]));
  for (const mandate of known.values()) {
    checkAgreement(findings, { mandate, row: atTheBank.get(mandate.mandate_id) });
  }
  for (const { reference, state } of bank.mandates) {
    if (known.has(reference)) continue;
    const details = `the bank has it as ${state}, and nobody asked for it`;
    findings.add('MANDATE_DISAGREES', { subject: `mandate ${reference}`, details });
  }
  const attempts = new Map(books.attempts.map((row) => [row.mandate_id ?? '', row]));
  const confirmed = new Set(
    books.changes
      .filter(({ history, to_status: to }) => history === 'attempt' && to === 'CONFIRMED')
      .map(({ id }) => id),
  );
  for (const mandate of known.values()) {
    if (mandate.payment_link_id === null) continue;
    const attempt = attempts.get(mandate.mandate_id);
    const wasCurrent = attempt !== undefined && confirmed.has(attempt.attempt_id);
    const row = atTheBank.get(mandate.mandate_id);
    checkOfLink(findings, { mandate, attempt, wasCurrent, wasLive: row?.activated ?? false });
  }
  checkClosedInTime(findings, evidence);
  return findings.list;
}

/** A draft that its link left is closed for that, not because its last day is over. */
function checkClosedInTime(findings: Findings, { outbox }: Evidence): void {
  const leftAt = new Map(
    outbox
      .filter(({ event_name: event }) => LEAVES_DRAFT.has(event))
      .map(({ payload }) => [payload['mandate_id'], timeIn(payload)]),
  );
  for (const { event_name: event, message_key: id, payload } of outbox) {
    const left = event === 'mandate.closed' ? leftAt.get(id) : undefined;
    if (left === undefined || timeIn(payload) - left <= CLOSED_WITHIN_MS) continue;
    const details = `was left at ${new Date(left).toISOString()} and closed long after`;
    findings.add('DRAFT_NOT_CLOSED', { subject: `mandate ${id}`, details });
  }
}

function timeIn(payload: Readonly<Record<string, unknown>>): number {
  return Date.parse(String(payload['occurred_at']));
}

function checkAgreement(
  findings: Findings,
  { mandate, row }: { readonly mandate: MandateRow; readonly row: BankMandateRow | undefined },
): void {
  const state = row?.state ?? 'UNKNOWN';
  if (AT_THE_BANK[mandate.status]?.includes(state)) return;
  const details = `is ${mandate.status} here and ${state} at the bank`;
  findings.add('MANDATE_DISAGREES', { subject: `mandate ${mandate.mandate_id}`, details });
}

interface OfLink {
  readonly mandate: MandateRow;
  readonly attempt: AttemptRow | undefined;
  /** Whether its link ever said that it waits for this mandate. */
  readonly wasCurrent: boolean;
  readonly wasLive: boolean;
}

function checkOfLink(findings: Findings, { mandate, attempt, wasCurrent, wasLive }: OfLink): void {
  const subject = `mandate ${mandate.mandate_id}`;
  const status = attempt?.status ?? 'not there';
  if (wasLive && !wasCurrent) {
    const details = `went live at the bank, and its attempt, which is ${status}, was not current`;
    findings.add('MANDATE_NOT_CURRENT', { subject, details });
  }
  const isGivenUp = attempt !== undefined && GIVEN_UP.has(attempt.status);
  if (isGivenUp && DRAFT.has(mandate.status)) {
    const details = `is still ${mandate.status}, and its attempt is ${status}`;
    findings.add('DRAFT_NOT_CLOSED', { subject, details });
  }
}
