import type {
  AttemptRow,
  Books,
  Evidence,
  GatewayEntryRow,
  LinkRow,
  PaymentRow,
  RefundRow,
} from '../evidence/evidence.js';
import { Findings, type Violation } from './violation.js';

/**
 * A link succeeds at most once. Money that the card gateway took is an executed payment, or was
 * returned.
 */
export function checkCharges({ books, gateway }: Evidence): Violation[] {
  const findings = new Findings();
  const entries = Map.groupBy(gateway.entries, ({ payment_id: id }) => id);
  const refunds = Map.groupBy(books.refunds, ({ payment_id: id }) => id);
  for (const payment of books.payments) {
    const { payment_id: id } = payment;
    const asked = (refunds.get(id) ?? []).filter(isSentByGateway);
    checkPayment(findings, { payment, entries: entries.get(id) ?? [], asked });
  }
  const known = new Set(books.payments.map(({ payment_id: id }) => id));
  for (const [id, own] of entries) {
    if (known.has(id) || net(own) === 0) continue;
    const details = `the gateway keeps ${net(own)} for a payment that does not exist`;
    findings.add('CHARGE_NOT_RETURNED', { subject: `payment ${id}`, details });
  }
  checkLinks(findings, { books, entries: gateway.entries });
  const open = new Set(['AUTHORIZED', 'PENDING', 'REQUIRES_ACTION']);
  for (const { state, reference, purpose } of gateway.authorizations) {
    if (!open.has(state) || purpose !== 'PAYMENT') continue;
    const details = `the gateway still holds it as ${state}`;
    findings.add('STUCK_ATTEMPT', { subject: `attempt ${reference}`, details });
  }
  return findings.list;
}

interface Charged {
  readonly payment: PaymentRow;
  readonly entries: readonly GatewayEntryRow[];
  /** What was refunded because the customer app asked for it. */
  readonly asked: readonly RefundRow[];
}

function isSentByGateway({ kind, payout_id, status }: RefundRow): boolean {
  return kind === 'REQUESTED' && payout_id === null && status === 'EXECUTED';
}

function checkPayment(findings: Findings, { payment, entries, asked }: Charged): void {
  const subject = `payment ${payment.payment_id}`;
  const total = payment.amount + payment.surcharge_amount;
  const charges = entries.filter(({ kind }) => kind === 'CHARGE');
  if (charges.length > 1) {
    const details = `the gateway took money ${charges.length} times`;
    findings.add('DOUBLE_CHARGE', { subject, details });
  }
  for (const { amount, currency } of charges) {
    if (amount === total && currency === payment.currency) continue;
    const details = `charged ${amount} ${currency} instead of ${total} ${payment.currency}`;
    findings.add('WRONG_CHARGE', { subject, details });
  }
  if (payment.status !== 'EXECUTED') {
    if (net(entries) === 0) return;
    const details = `is ${payment.status}, and the gateway keeps ${net(entries)}`;
    findings.add('CHARGE_NOT_RETURNED', { subject, details });
    return;
  }
  // a bank transfer has a rule of its own
  if (charges.length === 0 && payment.type !== 'MANUAL') {
    const details = 'is EXECUTED, and the gateway charged nothing';
    findings.add('CHARGE_MISSING', { subject, details });
  }
  const back = sumOf(entries.filter(({ kind }) => kind === 'REFUND'));
  if (back !== sumOf(asked)) {
    const details = `is EXECUTED, the gateway gave ${back} back, asked for were ${sumOf(asked)}`;
    findings.add('PAID_MONEY_RETURNED', { subject, details });
  }
}

function checkLinks(
  findings: Findings,
  { books, entries }: { readonly books: Books; readonly entries: readonly GatewayEntryRow[] },
): void {
  const attempts = Map.groupBy(books.attempts, ({ payment_link_id: id }) => id);
  const payments = Map.groupBy(books.payments, ({ payment_link_id: id }) => id);
  const references = Map.groupBy(entries, ({ reference }) => reference);
  for (const link of books.links) {
    const own: OfLink = {
      link,
      attempts: attempts.get(link.payment_link_id) ?? [],
      executed: (payments.get(link.payment_link_id) ?? []).filter(
        ({ status }) => status === 'EXECUTED',
      ),
    };
    checkSuccess(findings, own);
    // Card gateways know an attempt by its own name, the bank by that of its payment.
    const paid = own.attempts.filter(({ attempt_id: id, payment_id: payment }) =>
      [id, payment ?? ''].some((reference) => net(references.get(reference) ?? []) > 0),
    );
    if (paid.length > 1) {
      const details = `the gateway keeps the money of ${paid.length} attempts`;
      findings.add('DOUBLE_CHARGE', { subject: subjectOf(link), details });
    }
  }
}

interface OfLink {
  readonly link: LinkRow;
  readonly attempts: readonly AttemptRow[];
  readonly executed: readonly PaymentRow[];
}

const IN_FLIGHT = new Set(['AUTHORIZING', 'CONFIRMED', 'CAPTURING']);

function checkSuccess(findings: Findings, { link, attempts, executed }: OfLink): void {
  const subject = subjectOf(link);
  const succeeded = attempts.filter(({ status }) => status === 'SUCCEEDED');
  const successes = Math.max(executed.length, succeeded.length);
  if (successes > 1) {
    const details = `${executed.length} payments executed, ${succeeded.length} attempts succeeded`;
    findings.add('TWO_SUCCESSES', { subject, details });
  }
  const isDone = link.status === 'PAID' || link.status === 'SETUP_SUCCEEDED';
  const fits =
    link.status === 'PAID'
      ? executed.some((p) => p.amount === link.amount && p.currency === link.currency)
      : succeeded.length > 0;
  if (isDone && !fits) {
    const details = `is ${link.status} without a success that fits`;
    findings.add('PAID_WITHOUT_PAYMENT', { subject, details });
  }
  if (!isDone && successes > 0) {
    const details = `is ${link.status} though a payer succeeded`;
    findings.add('PAYMENT_WITHOUT_PAID', { subject, details });
  }
  const stuck = attempts.filter(({ status }) => IN_FLIGHT.has(status));
  if (link.attempt_in_flight || stuck.length > 0) {
    const details = 'an attempt is still under way after every schedule has passed';
    findings.add('STUCK_ATTEMPT', { subject, details });
  }
}

function sumOf(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** The gateway's net amount: charges less refunds. */
function net(entries: readonly GatewayEntryRow[]): number {
  return entries.reduce((sum, { kind, amount }) => sum + (kind === 'CHARGE' ? amount : -amount), 0);
}

function subjectOf({ payment_link_id: id }: LinkRow): string {
  return `payment-link ${id}`;
}
