import type {
  Call,
  ChargeCall,
  CreateCall,
  Evidence,
  LinkContent,
  LinkRow,
  PaymentRow,
} from '../evidence/evidence.js';
import { nameOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

const FINAL = new Set(['PAID', 'SETUP_SUCCEEDED', 'CANCELLED', 'EXPIRED']);

/** Answers to callers must be true, and stay true. */
export function checkCalls({ calls, books, gateway }: Evidence): Violation[] {
  const findings = new Findings();
  const links = Map.groupBy(books.links, (link) => nameOf(link, link.unique_reference_id));
  const payments = Map.groupBy(books.payments, (row) =>
    nameOf(row, row.external_transaction_reference),
  );
  for (const [name, made] of Map.groupBy(calls, (call) => nameOf(call, call.reference))) {
    const rows = links.get(name) ?? [];
    checkCreates(
      findings,
      rows,
      made.filter((call) => call.op === 'create'),
    );
    checkStatuses(findings, rows[0], made);
    const charges = made.filter((call) => call.op === 'charge');
    checkCharges(findings, payments.get(name) ?? [], charges);
  }
  const charged = new Set(gateway.entries.map(({ reference }) => reference));
  const submits = Map.groupBy(
    calls.filter((call) => call.op === 'submit'),
    ({ attempt_id: attemptId }) => attemptId,
  );
  for (const [attemptId, own] of submits) {
    findings.about(`attempt ${attemptId}`)(
      charged.has(attemptId) && own.every(({ outcome }) => outcome === 'refused'),
      'REFUSED_CARD_CHARGED',
      'every submit was refused, yet the gateway charged the card',
    );
  }
  return findings.list;
}

function checkCreates(
  findings: Findings,
  rows: readonly LinkRow[],
  creates: readonly CreateCall[],
): void {
  const [first] = creates;
  if (!first) return;
  const found = findings.about(`reference ${first.reference}`);
  const acknowledged = creates.filter(({ outcome }) => outcome === 'acknowledged');
  const ids = new Set(acknowledged.map(({ payment_link_id: id }) => id));
  const stored = new Set<string | undefined>(rows.map(({ payment_link_id: id }) => id));
  for (const id of ids) {
    const details = `link ${id} was acknowledged and is not there`;
    found(!stored.has(id), 'ACKNOWLEDGED_LINK_LOST', details);
  }
  found(
    ids.size > 1 || rows.length > 1,
    'REPEAT_MADE_ANOTHER',
    `${creates.length} creates made the links ${[...new Set([...ids, ...stored])].join(', ')}`,
  );
  const [row] = rows;
  if (!row) return;
  const different = acknowledged.find(({ content }) => contentOf(row) !== contentOf(content));
  if (different) {
    const details = `asked for ${contentOf(different.content)}, stored is ${contentOf(row)}`;
    found(true, 'REPEAT_CHANGED_CONTENT', details);
  }
  const mayExist = creates.filter(({ outcome }) => outcome !== 'refused');
  found(
    !mayExist.some(({ content }) => contentOf(row) === contentOf(content)),
    'REFUSED_LINK_EXISTS',
    `link ${row.payment_link_id} exists though every create of it was refused`,
  );
}

/** A final status that a caller has seen must never change. */
function checkStatuses(findings: Findings, row: LinkRow | undefined, made: readonly Call[]): void {
  const seen = made.filter(({ seen_status: status }) => status !== undefined);
  for (const { op, reference, end, seen_status: status = '' } of seen) {
    if (!FINAL.has(status)) continue;
    const found = findings.about(`reference ${reference}`);
    const last = row?.status ?? status;
    const details = `a ${op} returned ${status}, at the end it is ${last}`;
    found(last !== status, 'ACKNOWLEDGED_STATUS_LOST', details);
    const later = seen.find((call) => call.begin > end && call.seen_status !== status);
    if (!later) continue;
    const then = `returned ${status}, then by a later ${later.op} ${later.seen_status}`;
    found(true, 'STATUS_WENT_BACK', then);
  }
}

/** One idempotency key charges once, and its callers received its real outcome. */
function checkCharges(
  findings: Findings,
  rows: readonly PaymentRow[],
  charges: readonly ChargeCall[],
): void {
  const [first] = charges;
  if (!first) return;
  const found = findings.about(`charge ${first.reference}`);
  const answered = new Set(charges.flatMap(({ payment_id: id }) => id ?? []));
  const stored = new Set(rows.map(({ payment_id: id }) => id));
  for (const id of answered) {
    const details = `payment ${id} was acknowledged and is not there`;
    found(!stored.has(id), 'ACKNOWLEDGED_CHARGE_LOST', details);
  }
  const all = new Set([...answered, ...stored]);
  const requests = `${charges.length} requests made the payments ${[...all].join(', ')}`;
  found(all.size > 1, 'REPEAT_MADE_ANOTHER', requests);
  const { amount, mandate_id: mandateId } = first;
  const wrong = rows.find((row) => row.amount !== amount || row.mandate_id !== mandateId);
  const stands = `asked for ${amount}, stored is ${wrong?.amount}`;
  found(wrong !== undefined, 'REPEAT_CHANGED_CONTENT', stands);
  found(
    rows.length > 0 && charges.every(({ outcome }) => outcome === 'refused'),
    'REFUSED_CHARGE_EXISTS',
    `payment ${rows[0]?.payment_id} exists though every request was refused`,
  );
}

type Content = Pick<LinkRow, keyof LinkContent>;

function contentOf({ mode, currency, amount, external_user_id }: Content): string {
  return `${mode} ${amount ?? '-'} ${currency} of ${external_user_id}`;
}
