import type { Evidence } from '../evidence/evidence.js';
import { Findings, type Violation } from './violation.js';

interface OurRow {
  readonly subject: string;
  /** Whether it succeeded; null for what has not begun or is under way. */
  readonly isDone: boolean;
}

/**
 * Nobody used a card with an intent that our rows do not know; what we call a success is one there.
 * A payer has one customer, and a set-up that we gave up keeps no card.
 */
export function checkStripe({ books, stripe }: Evidence): Violation[] {
  const findings = new Findings();
  const ours = rowsOf(books);
  const theirs = new Map(stripe.intents.map((intent) => [intent.id, intent]));
  for (const { id, kind, status, confirmed, kept } of stripe.intents) {
    const found = findings.about(`intent ${id}`);
    const row = ours.get(id);
    const unknown = `is ${status} at Stripe, and no attempt or charge has its ID`;
    found(confirmed && !row, 'INTENT_UNKNOWN', unknown);
    const isLeft = kind === 'setup_intent' && kept && row?.isDone !== true;
    found(isLeft, 'CARD_KEPT', 'Stripe keeps the card of a set-up that did not succeed here');
  }
  for (const [id, { subject, isDone }] of ours) {
    const status = theirs.get(id)?.status;
    const differs = status === undefined || (isDone && status !== 'succeeded');
    const details = `its intent ${id} is ${status ?? 'not there'}`;
    findings.about(subject)(differs, 'INTENT_DISAGREES', details);
  }
  for (const [payer, { length }] of Map.groupBy(stripe.customers, (row) => row.payer)) {
    const details = `has ${length} customers at Stripe`;
    findings.about(`payer ${payer}`)(length > 1, 'CUSTOMER_TWICE', details);
  }
  return findings.list;
}

/** Attempts and charges by the ID of their intent. */
function rowsOf({ attempts, charges, payments }: Evidence['books']): Map<string, OurRow> {
  const statuses = new Map(payments.map((row) => [row.payment_id, row.status]));
  const rows = [
    ...attempts.map(({ gateway_reference: id, attempt_id, status }) => {
      return { id, subject: `attempt ${attempt_id}`, isDone: status === 'SUCCEEDED' };
    }),
    ...charges.map(({ gateway_reference: id, payment_id }) => {
      const isDone = statuses.get(payment_id) === 'EXECUTED';
      return { id, subject: `charge ${payment_id}`, isDone };
    }),
  ];
  return new Map(rows.flatMap(({ id, ...row }) => (id === null ? [] : [[id, row] as const])));
}
