import type {
  AttemptRow,
  Evidence,
  GatewayEntryRow,
  LinkRow,
  PaymentRow,
  RefundRow,
} from '../evidence/evidence.js';
import { isSameMoney, netOf, sumOf, textOf } from './rows.js';
import { Findings, type Violation } from './violation.js';

const HELD = new Set(['AUTHORIZED', 'PENDING', 'REQUIRES_ACTION']);

/**
 * A link succeeds at most once. Money that the card gateway took is an executed payment, or was
 * returned.
 */
export function checkCharges(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { books, gateway } = evidence;
  const entries = Map.groupBy(gateway.entries, ({ payment_id: id }) => id);
  const refunds = Map.groupBy(books.refunds, ({ payment_id: id }) => id);
  for (const payment of books.payments) {
    const { payment_id: id } = payment;
    const asked = (refunds.get(id) ?? []).filter(isSentByGateway);
    const own = { entries: entries.get(id) ?? [], asked };
    checkPayment(findings.about(`payment ${id}`), payment, own);
  }
  const known = new Set(books.payments.map(({ payment_id: id }) => id));
  for (const [id, own] of entries) {
    findings.about(`payment ${id}`)(
      !known.has(id) && netOf(own) !== 0,
      'CHARGE_NOT_RETURNED',
      `the gateway keeps ${netOf(own)} for a payment that does not exist`,
    );
  }
  checkLinks(findings, evidence);
  for (const { state, reference, purpose } of gateway.authorizations) {
    const isStuck = HELD.has(state) && purpose === 'PAYMENT';
    const details = `the gateway still holds it as ${state}`;
    findings.about(`attempt ${reference}`)(isStuck, 'STUCK_ATTEMPT', details);
  }
  return findings.list;
}

function isSentByGateway({ kind, payout_id, status }: RefundRow): boolean {
  return kind === 'REQUESTED' && payout_id === null && status === 'EXECUTED';
}

function checkPayment(
  found: ReturnType<Findings['about']>,
  payment: PaymentRow,
  {
    entries,
    asked,
  }: { readonly entries: readonly GatewayEntryRow[]; readonly asked: readonly RefundRow[] },
): void {
  const { status, currency } = payment;
  const due = { amount: payment.amount + payment.surcharge_amount, currency };
  const charges = entries.filter(({ kind }) => kind === 'CHARGE');
  const taken = `the gateway took money ${charges.length} times`;
  found(charges.length > 1, 'DOUBLE_CHARGE', taken);
  for (const charge of charges) {
    const details = `charged ${textOf(charge)} instead of ${textOf(due)}`;
    found(!isSameMoney(charge, due), 'WRONG_CHARGE', details);
  }
  if (status !== 'EXECUTED') {
    const kept = netOf(entries);
    found(kept !== 0, 'CHARGE_NOT_RETURNED', `is ${status}, and the gateway keeps ${kept}`);
    return;
  }
  // a bank transfer has a rule of its own
  const isMissing = charges.length === 0 && payment.type !== 'MANUAL';
  found(isMissing, 'CHARGE_MISSING', 'is EXECUTED, and the gateway charged nothing');
  const back = -netOf(entries.filter(({ kind }) => kind.startsWith('REFUND')));
  const details = `is EXECUTED, the gateway gave ${back} back, asked for were ${sumOf(asked)}`;
  found(back !== sumOf(asked), 'PAID_MONEY_RETURNED', details);
}

function checkLinks(findings: Findings, { books, gateway }: Evidence): void {
  const attempts = Map.groupBy(books.attempts, ({ payment_link_id: id }) => id);
  const executed = Map.groupBy(
    books.payments.filter(({ status }) => status === 'EXECUTED'),
    ({ payment_link_id: id }) => id,
  );
  const references = Map.groupBy(gateway.entries, ({ reference }) => reference);
  for (const link of books.links) {
    const { payment_link_id: id } = link;
    const own = attempts.get(id) ?? [];
    checkSuccess(findings, { link, attempts: own, executed: executed.get(id) ?? [] });
    // Card gateways know an attempt by its own name, the bank by that of its payment.
    const paid = own.filter(({ attempt_id: attemptId, payment_id: payment }) =>
      [attemptId, payment ?? ''].some((name) => netOf(references.get(name) ?? []) > 0),
    );
    const details = `the gateway keeps the money of ${paid.length} attempts`;
    findings.about(`payment-link ${id}`)(paid.length > 1, 'DOUBLE_CHARGE', details);
  }
}

interface OfLink {
  readonly link: LinkRow;
  readonly attempts: readonly AttemptRow[];
  readonly executed: readonly PaymentRow[];
}

const IN_FLIGHT = new Set(['AUTHORIZING', 'CONFIRMED', 'CAPTURING']);

function checkSuccess(findings: Findings, { link, attempts, executed }: OfLink): void {
  const { status, amount, currency } = link;
  const found = findings.about(`payment-link ${link.payment_link_id}`);
  const succeeded = attempts.filter((attempt) => attempt.status === 'SUCCEEDED');
  const successes = Math.max(executed.length, succeeded.length);
  const both = `${executed.length} payments executed, ${succeeded.length} attempts succeeded`;
  found(successes > 1, 'TWO_SUCCESSES', both);
  const isDone = status === 'PAID' || status === 'SETUP_SUCCEEDED';
  const fits =
    status === 'PAID'
      ? executed.some((payment) => payment.amount === amount && payment.currency === currency)
      : succeeded.length > 0;
  found(isDone && !fits, 'PAID_WITHOUT_PAYMENT', `is ${status} without a success that fits`);
  const isIgnored = !isDone && successes > 0;
  found(isIgnored, 'PAYMENT_WITHOUT_PAID', `is ${status} though a payer succeeded`);
  const isStuck = attempts.some((attempt) => IN_FLIGHT.has(attempt.status));
  const details = 'an attempt is still under way after every schedule has passed';
  found(link.attempt_in_flight || isStuck, 'STUCK_ATTEMPT', details);
}
