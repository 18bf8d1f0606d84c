import type { Evidence } from '../evidence/evidence.js';
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
  for (const { reference, state } of bank.mandates) {
    const details = `the bank has it as ${state}, and nobody asked for it`;
    findings.about(`mandate ${reference}`)(!known.has(reference), 'MANDATE_DISAGREES', details);
  }
  const attempts = new Map(books.attempts.map((row) => [row.mandate_id ?? '', row]));
  const confirmed = new Set(
    books.changes
      .filter(({ history, to_status: to }) => history === 'attempt' && to === 'CONFIRMED')
      .map(({ id }) => id),
  );
  for (const [id, mandate] of known) {
    const found = findings.about(`mandate ${id}`);
    const row = atTheBank.get(id);
    const state = row?.state ?? 'UNKNOWN';
    const agrees = AT_THE_BANK[mandate.status]?.includes(state) ?? false;
    found(!agrees, 'MANDATE_DISAGREES', `is ${mandate.status} here and ${state} at the bank`);
    if (mandate.payment_link_id === null) continue;
    const attempt = attempts.get(id);
    const status = attempt?.status ?? 'not there';
    // whether its link ever said that it waits for this mandate
    const wasCurrent = attempt !== undefined && confirmed.has(attempt.attempt_id);
    const live = `went live at the bank, and its attempt, which is ${status}, was not current`;
    found((row?.activated ?? false) && !wasCurrent, 'MANDATE_NOT_CURRENT', live);
    const isLeft = GIVEN_UP.has(status) && DRAFT.has(mandate.status);
    const left = `is still ${mandate.status}, and its attempt is ${status}`;
    found(isLeft, 'DRAFT_NOT_CLOSED', left);
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
