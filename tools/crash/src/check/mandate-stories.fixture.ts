import { NO_DISPUTE } from './dispute-stories.fixture.js';
import { ACCOUNT, APP, type EvidenceBuilder } from './evidence-builder.fixture.js';
import { CHARGE_UPDATED } from './moves.js';

/** When a payer left the draft of a mandate. */
export const LEFT_AT = '2026-03-04T10:00:00.000Z';
const MOST = 1_000;
const DAY = '2026-03-04';
const MONTH = '2026-03-01';

interface Row {
  status: string;
  sequence: number;
}

/** What one mandate leaves behind, here and at the bank. */
export class MandateTrace {
  private readonly row: Row;

  constructor(
    private readonly run: EvidenceBuilder,
    private readonly id: string,
    { link = null, most = MOST }: { readonly link?: string | null; readonly most?: number } = {},
  ) {
    const row = {
      customer_app_id: APP,
      mandate_id: id,
      status: '',
      payment_link_id: link,
      currency: 'HKD',
      max_transaction_amount: most,
      max_period_amount: 2 * most,
      max_period_count: 3,
      period: 'MONTHLY',
      sequence: 0,
    };
    run.evidence.mandates.mandates.push(row);
    this.row = row;
  }

  /** Authorized, and accepted by the bank. */
  accepted(): this {
    this.steps('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'PROCESSING', 'SUBMITTED', 'SUCCEEDED');
    const { mandates } = this.run.evidence.bank;
    mandates.push({ customer_app_id: APP, reference: this.id, state: 'ACTIVE', activated: true });
    return this;
  }

  /** A draft that its payer left. */
  left(): void {
    this.steps('AUTHORIZATION_REQUIRED');
    const facts = { occurred_at: LEFT_AT };
    this.run.move('mandate', this.row, { id: this.id, to: 'CLOSED', facts });
  }

  /** The debit and what the bank has of it; its payment is somebody else's. */
  collect(payment: string, amount: number, ...statuses: readonly string[]): void {
    const { evidence } = this.run;
    const last = statuses.at(-1) ?? '';
    const owner = { customer_app_id: APP, payment_id: payment };
    const kept = last === 'EXECUTED';
    const debit = {
      ...owner,
      mandate_id: this.id,
      status: '',
      amount,
      currency: 'HKD',
      period_start: MONTH,
      reserved: kept,
      sequence: 0,
      reserved_on: DAY,
    };
    evidence.mandates.debits.push(debit);
    const move = (to: string) => this.run.move('direct-debit', debit, { id: payment, to });
    for (const to of ['RESERVED', 'SUBMITTED']) move(to);
    for (const to of statuses) {
      move(to);
      this.publish(payment, { bank_status: to, amount });
    }
    const state = kept ? 'PAID' : last;
    const money = { amount, currency: 'HKD' };
    const of = { customer_app_id: APP, reference: payment, mandate_reference: this.id };
    evidence.bank.collections.push({ ...of, ...money, state });
    for (const kind of ['CHARGE', 'RETURN'].slice(0, statuses.length)) {
      const entry = { ...owner, ...money, reference: payment, merchant_account: ACCOUNT, kind };
      evidence.gateway.entries.push(entry);
    }
    if (kept) this.use(amount);
  }

  private use(amount: number): void {
    const { usage } = this.run.evidence.mandates;
    const own = usage.find(({ mandate_id: id }) => id === this.id);
    if (own) {
      own.used_amount += amount;
      own.used_count += 1;
    } else {
      const of = { customer_app_id: APP, mandate_id: this.id, period_start: MONTH };
      usage.push({ ...of, used_amount: amount, used_count: 1 });
    }
  }

  private publish(
    payment: string,
    update: { readonly bank_status: string; readonly amount: number },
  ): void {
    this.row.sequence += 1;
    const payload = { mandate_id: this.id, payment_id: payment, currency: 'HKD', ...update };
    const { sequence } = this.row;
    this.run.publish('mandate', { key: this.id, event: CHARGE_UPDATED, sequence, payload });
  }

  private steps(...states: readonly string[]): void {
    for (const to of states) this.run.move('mandate', this.row, { id: this.id, to });
  }
}

/** A stored mandate that is charged by its app: once for good, once until the payer objects. */
export function chargeStoredMandate(run: EvidenceBuilder): void {
  const mandate = new MandateTrace(run, 'mandate-stored').accepted();
  charge(run, { id: 'payment-kept', amount: 900, mandate: 'mandate-stored' });
  mandate.collect('payment-kept', 900, 'EXECUTED');
  charge(run, { id: 'payment-back', amount: 800, mandate: 'mandate-stored', returned: true });
  mandate.collect('payment-back', 800, 'EXECUTED', 'RETURNED');
}

interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly mandate: string;
  readonly returned?: boolean;
}

function charge(run: EvidenceBuilder, { id, amount, mandate, returned = false }: Charge): void {
  const reference = `charge of ${id}`;
  const payment = {
    customer_app_id: APP,
    payment_id: id,
    payment_link_id: null,
    attempt_id: null,
    type: 'MANDATE',
    status: '',
    amount,
    surcharge_amount: 0,
    currency: 'HKD',
    recipient_account_id: ACCOUNT,
    mandate_id: mandate,
    user_id: 'user-1',
    amount_returned: returned ? amount : null,
    external_transaction_reference: reference,
    sequence: 0,
  };
  run.evidence.books.payments.push(payment);
  const facts = { payment_id: id };
  const states = ['PROCESSING', 'SUBMITTED', 'EXECUTED', ...(returned ? ['EXECUTED'] : [])];
  for (const to of states) run.move('payment', payment, { id, to, facts });
  book(run, { id, amount, kind: 'PAYMENT' });
  if (returned) book(run, { id, amount, kind: 'RETURN' });
  const asked = { op: 'charge', reference, mandate_id: mandate, amount } as const;
  run.call({ ...asked, outcome: 'unknown' });
  run.call({ ...asked, outcome: 'acknowledged', payment_id: id, seen_status: 'PROCESSING' });
}

/** In the ledger; a return is the payment the other way round. */
export function book(
  run: EvidenceBuilder,
  { id, amount, kind }: { readonly id: string; readonly amount: number; readonly kind: string },
): void {
  const { transfers } = run.evidence.books;
  const [debit, credit] =
    kind === 'PAYMENT' ? ['clearing', 'settlement'] : ['settlement', 'clearing'];
  transfers.push({
    customer_app_id: APP,
    ledger_transfer_id: `transfer-${transfers.length + 1}`,
    kind,
    debit_account: `${debit}:${ACCOUNT}`,
    credit_account: `${credit}:${ACCOUNT}`,
    amount,
    currency: 'HKD',
    payment_id: id,
    refund_id: null,
    ...NO_DISPUTE,
    payout_id: null,
    written_by: transfers.length + 1,
  });
}
