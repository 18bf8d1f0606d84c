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
  const amount_returned = returned ? amount : null;
  const named = { payment_id: id, amount };
  const payment = run.payment({
    ...{ ...named, mandate_id: mandate, amount_returned },
    external_transaction_reference: reference,
  });
  const facts = { payment_id: id };
  const states = ['PROCESSING', 'SUBMITTED', 'EXECUTED', ...(returned ? ['EXECUTED'] : [])];
  for (const to of states) run.move('payment', payment, { id, to, facts });
  run.book(['clearing', 'settlement'], { ...named, kind: 'PAYMENT' });
  if (returned) run.book(['settlement', 'clearing'], { ...named, kind: 'RETURN' });
  const asked = { op: 'charge', reference, mandate_id: mandate, amount } as const;
  run.call({ ...asked, outcome: 'unknown' });
  run.call({ ...asked, outcome: 'acknowledged', payment_id: id, seen_status: 'PROCESSING' });
}

const FEE = 1_500;
const DISPUTE = 'dispute-1';

/** What a dispute leaves behind that is won, contested again, and accepted. */
export function contestPayment(
  run: EvidenceBuilder,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
): void {
  const { disputes } = run.evidence;
  const dispute = {
    customer_app_id: APP,
    dispute_id: DISPUTE,
    integration_id: 'GW1',
    processor_reference: 'dp-1',
    payment_id: paymentId,
    status: '',
    position: 5,
    sequence: 0,
  };
  disputes.disputes.push(dispute);
  disputes.atProcessors.push({
    gateway: 'GW1',
    dispute_reference: 'dp-1',
    customer_app_id: APP,
    state: 'ACCEPTED',
    position: 5,
  });
  const facts = { dispute_id: DISPUTE, payment_id: paymentId, amount, fee_amount: FEE };
  const move = (to: string, kinds: readonly string[] = [], ...sides: string[]) => {
    run.move('dispute', dispute, { id: DISPUTE, to, facts });
    const [debit = '', credit = ''] = sides;
    for (const [index, kind] of kinds.entries()) {
      run.book([debit, credit], {
        ...{ kind, amount: index === 0 ? amount : FEE, payment_id: paymentId },
        ...{ dispute_id: DISPUTE, dispute_sequence: dispute.sequence },
      });
    }
  };
  move('ACTION_REQUIRED', ['DISPUTE_HOLD', 'DISPUTE_FEE_HOLD'], 'settlement', 'disputed');
  move('PROCESSING');
  move('WON', ['DISPUTE_RELEASE', 'DISPUTE_FEE_RELEASE'], 'disputed', 'settlement');
  move('ACTION_REQUIRED', ['DISPUTE_HOLD', 'DISPUTE_FEE_HOLD'], 'settlement', 'disputed');
  move('ACCEPTED', ['DISPUTE_LOSS', 'DISPUTE_FEE'], 'disputed', 'clearing');
}

/** What a bank took back: a dispute that is lost, and moves nothing. */
export function returnToPayer(
  run: EvidenceBuilder,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
): void {
  const id = `dispute-of-${paymentId}`;
  const dispute = {
    customer_app_id: APP,
    dispute_id: id,
    integration_id: 'GW3',
    processor_reference: paymentId,
    payment_id: paymentId,
    status: '',
    position: 1,
    sequence: 0,
  };
  run.evidence.disputes.disputes.push(dispute);
  const facts = { dispute_id: id, payment_id: paymentId, amount, fee_amount: 0 };
  for (const to of ['UNDEFENDED', 'LOST']) run.move('dispute', dispute, { id, to, facts });
}
