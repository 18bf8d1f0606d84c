import type { ChargeCall } from '../evidence/calls.js';
import type { Evidence, PaymentRow } from '../evidence/evidence.js';
import { Findings, type Violation } from './violation.js';

/** One idempotency key charges once, and its callers received its real outcome. */
export function checkChargeCalls({ calls, books }: Evidence): Violation[] {
  const findings = new Findings();
  const charges = calls.filter((call): call is ChargeCall => call.op === 'charge');
  const payments = Map.groupBy(books.payments, (row) =>
    nameOf(row, row.external_transaction_reference ?? ''),
  );
  for (const [name, made] of Map.groupBy(charges, (call) => nameOf(call, call.reference))) {
    checkKey(findings, { made, rows: payments.get(name) ?? [] });
  }
  return findings.list;
}

interface OfKey {
  readonly made: readonly ChargeCall[];
  readonly rows: readonly PaymentRow[];
}

function checkKey(findings: Findings, { made, rows }: OfKey): void {
  const subject = `charge ${made[0]?.reference}`;
  const answered = new Set(made.flatMap(({ payment_id: id }) => id ?? []));
  const stored = new Set(rows.map(({ payment_id: id }) => id));
  for (const id of answered) {
    if (stored.has(id)) continue;
    const details = `payment ${id} was acknowledged and is not there`;
    findings.add('ACKNOWLEDGED_CHARGE_LOST', { subject, details });
  }
  const all = new Set([...answered, ...stored]);
  if (all.size > 1) {
    const details = `${made.length} requests made the payments ${[...all].join(', ')}`;
    findings.add('REPEAT_MADE_ANOTHER', { subject, details });
  }
  const wrong = rows.find(
    ({ amount, mandate_id: id }) => amount !== made[0]?.amount || id !== made[0].mandate_id,
  );
  if (wrong) {
    const details = `asked for ${made[0]?.amount}, stored is ${wrong.amount}`;
    findings.add('REPEAT_CHANGED_CONTENT', { subject, details });
  }
  if (rows.length > 0 && made.every(({ outcome }) => outcome === 'refused')) {
    const details = `payment ${rows[0]?.payment_id} exists though every request was refused`;
    findings.add('REFUSED_CHARGE_EXISTS', { subject, details });
  }
}

function nameOf(owner: { readonly customer_app_id: string }, reference: string): string {
  return `${owner.customer_app_id} ${reference}`;
}
