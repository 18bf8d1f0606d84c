import type { LinkRow } from '../evidence/evidence.js';
import { ACCOUNT, APP, EvidenceBuilder, type MutableEvidence } from './evidence-builder.fixture.js';
import { moveMoneyOut, payForPurposes, receiveTransfers } from './money-stories.fixture.js';
import { linkLogins } from './linking-stories.fixture.js';
import { payAtStripe, storeAtStripe } from './stripe-stories.fixture.js';
import {
  LEFT_AT,
  chargeStoredMandate,
  contestPayment,
  MandateTrace,
  returnToPayer,
} from './mandate-stories.fixture.js';

const AMOUNT = 12_500;
const CONTENT = {
  mode: 'PAYMENT',
  currency: 'HKD',
  amount: AMOUNT,
  external_user_id: 'payer',
} as const;

/** A small run in which every promise was kept: one story of each kind. */
export function soundEvidence(): MutableEvidence {
  const run = new EvidenceBuilder();
  run.evidence.books.users.push({ customer_app_id: APP, user_id: 'user-1', sequence: 1 });
  const payload = { user_id: 'user-1', customer_app_id: APP };
  run.publish('payment-user', {
    key: 'user-1',
    event: 'payment_user.created',
    sequence: 1,
    payload,
  });
  new Story(run, 'paid').create().attempt('paid').end('PAID');
  new Story(run, 'retried').create().attempt('declined').attempt('paid').end('PAID');
  new Story(run, 'cancelled').create().attempt('void').end('CANCELLED');
  new Story(run, 'late').create().attempt('returned').end('CANCELLED');
  new Story(run, 'expired').create().end('EXPIRED');
  new Story(run, 'switched').create().leave('mandate-left').attempt('paid').end('PAID');
  new Story(run, 'debited').create().attempt('debited').end('PAID');
  new Story(run, 'contested').create().attempt('paid').end('PAID');
  new Story(run, 'settled').create().attempt('paid').end('PAID');
  new Story(run, 'unsettled').create().attempt('paid').end('PAID');
  payAtStripe(run, { suffix: 'settled-1', payout: 'po_1' });
  payAtStripe(run, { suffix: 'unsettled-1', payout: null });
  storeAtStripe(run);
  contestPayment(run, { paymentId: 'payment-contested-1', amount: AMOUNT });
  chargeStoredMandate(run);
  returnToPayer(run, { paymentId: 'payment-back', amount: 800 });
  moveMoneyOut(run);
  linkLogins(run);
  receiveTransfers(run);
  payForPurposes(run);
  openBooks(run);
  return run.evidence;
}

type Attempt = 'paid' | 'debited' | 'declined' | 'void' | 'returned';

class Story {
  private readonly link: LinkRow & { status: string; sequence: number };
  private attempts = 0;

  constructor(
    private readonly run: EvidenceBuilder,
    private readonly name: string,
  ) {
    const owner = { customer_app_id: APP, payment_link_id: `link-${name}` };
    const state = { status: '', sequence: 0, attempt_in_flight: false };
    this.link = { ...owner, unique_reference_id: name, ...CONTENT, ...state };
    run.evidence.books.links.push(this.link);
  }

  private get id(): string {
    return this.link.payment_link_id;
  }

  create(): this {
    this.run.move('payment-link', this.link, { id: this.id, to: 'CREATED' });
    const call = { op: 'create', reference: this.name, content: CONTENT } as const;
    this.run.call({ ...call, outcome: 'unknown' });
    this.run.call({
      ...call,
      outcome: 'acknowledged',
      payment_link_id: this.id,
      seen_status: 'CREATED',
    });
    return this;
  }

  attempt(kind: Attempt): this {
    this.attempts += 1;
    const suffix = `${this.name}-${this.attempts}`;
    new Payment(this.run, { suffix, link: this.id }).play(kind);
    const submit = { op: 'submit', reference: this.name, payment_link_id: this.id } as const;
    this.run.call({ ...submit, attempt_id: `attempt-${suffix}`, outcome: 'unknown' });
    return this;
  }

  /** Direct debit is chosen, and left for something else. */
  leave(mandateId: string): this {
    const attempt = {
      customer_app_id: APP,
      attempt_id: `attempt-of-${mandateId}`,
      payment_link_id: this.id,
      status: '',
      payment_id: null,
      mandate_id: mandateId,
      gateway_reference: null,
      sequence: 0,
    };
    this.run.evidence.books.attempts.push(attempt);
    for (const to of ['SELECTED', 'REPLACED']) {
      this.run.move('attempt', attempt, { id: attempt.attempt_id, to });
    }
    const facts = { mandate_id: mandateId, occurred_at: LEFT_AT };
    this.run.move('payment-link', this.link, { id: this.id, to: 'CREATED', facts });
    new MandateTrace(this.run, mandateId, { link: this.id }).left();
    return this;
  }

  end(status: string): void {
    this.run.move('payment-link', this.link, { id: this.id, to: status });
    const read = { op: 'read', reference: this.name, payment_link_id: this.id } as const;
    this.run.call({ ...read, outcome: 'acknowledged', seen_status: status });
  }
}

interface State {
  status: string;
  sequence: number;
  mandate_id: string | null;
}

class Payment {
  private readonly attempt: State;
  private readonly payment: State;
  private readonly linkId: string;
  private readonly paymentId: string;
  private readonly attemptId: string;

  constructor(
    private readonly run: EvidenceBuilder,
    { suffix, link }: { readonly suffix: string; readonly link: string },
  ) {
    this.linkId = link;
    this.paymentId = `payment-${suffix}`;
    this.attemptId = `attempt-${suffix}`;
    const owner = { customer_app_id: APP, payment_link_id: link, payment_id: this.paymentId };
    const state = { status: '', sequence: 0, mandate_id: null };
    const attempt = { ...owner, attempt_id: this.attemptId, gateway_reference: null, ...state };
    const ofCard = { ...owner, attempt_id: this.attemptId, type: 'CARD', amount: AMOUNT };
    run.evidence.books.attempts.push(attempt);
    this.attempt = attempt;
    this.payment = run.payment(ofCard);
  }

  play(kind: Attempt): void {
    if (kind === 'debited') return this.debit();
    this.steps(['SELECTED', 'AUTHORIZING'], ['AUTHORIZATION_REQUIRED', 'AUTHORIZING']);
    switch (kind) {
      case 'paid':
        this.steps(['CAPTURING', 'SUCCEEDED'], ['PROCESSING', 'SUBMITTED', 'EXECUTED']);
        this.book('PAYMENT', 'clearing', 'settlement');
        return this.gateway('CAPTURED', ['CHARGE']);
      case 'declined':
        this.steps(['FAILED'], ['FAILED']);
        return this.gateway('DECLINED', []);
      case 'void':
        this.steps(['CANCELLED'], ['CANCELLED']);
        return this.gateway('VOIDED', []);
      case 'returned':
        this.steps(['CANCELLED'], ['CANCELLED']);
        this.giveBack();
        return this.gateway('REFUNDED', ['CHARGE', 'REFUND']);
    }
  }

  private steps(attempt: readonly string[], payment: readonly string[]): void {
    const facts = { payment_id: this.paymentId };
    for (const to of attempt) this.run.move('attempt', this.attempt, { id: this.attemptId, to });
    for (const to of payment) {
      this.run.move('payment', this.payment, { id: this.paymentId, to, facts });
    }
  }

  /** By a mandate of its own: the bank has the charge, no card gateway. */
  private debit(): void {
    const mandateId = `mandate-of-${this.attemptId}`;
    this.attempt.mandate_id = mandateId;
    this.payment.mandate_id = mandateId;
    this.steps(['SELECTED', 'CONFIRMED'], ['AUTHORIZATION_REQUIRED', 'AUTHORIZING']);
    this.steps(['CAPTURING', 'SUCCEEDED'], ['PROCESSING', 'SUBMITTED', 'EXECUTED']);
    this.book('PAYMENT', 'clearing', 'settlement');
    const trace = new MandateTrace(this.run, mandateId, {
      link: this.linkId,
      most: AMOUNT,
    }).accepted();
    trace.collect(this.paymentId, AMOUNT, 'EXECUTED');
  }

  private giveBack(): void {
    const id = `refund-of-${this.paymentId}`;
    const money = { amount: AMOUNT, currency: 'HKD', payment_id: this.paymentId };
    const kind = { kind: 'UNEXPECTED_MONEY', payout_id: null };
    const owner = { customer_app_id: APP, refund_id: id, ...kind };
    const refund = { ...owner, ...money, status: '', sequence: 0 };
    this.run.evidence.books.refunds.push(refund);
    const facts = { refund_id: id, payment_id: this.paymentId };
    for (const to of ['SUBMITTED', 'EXECUTED']) this.run.move('refund', refund, { id, to, facts });
    this.book('UNEXPECTED_RECEIPT', 'clearing', 'unexpected');
    this.book('UNEXPECTED_RETURN', 'unexpected', 'clearing');
  }

  private book(...[kind, ...ways]: readonly [string, string, string]): void {
    const refund_id = kind === 'PAYMENT' ? null : `refund-of-${this.paymentId}`;
    this.run.book(ways, { kind, amount: AMOUNT, payment_id: this.paymentId, refund_id });
  }

  private gateway(state: string, kinds: readonly string[]): void {
    const { entries, authorizations } = this.run.evidence.gateway;
    const owner = { customer_app_id: APP, reference: this.attemptId, payment_id: this.paymentId };
    authorizations.push({ ...owner, state, purpose: 'PAYMENT' });
    for (const kind of kinds) {
      const money = { amount: AMOUNT, currency: 'HKD' };
      entries.push({ ...owner, ...money, merchant_account: ACCOUNT, kind });
    }
  }
}

function openBooks(run: EvidenceBuilder): void {
  const [amount, ledger_transfer_id] = [1_000_000, 'transfer-opening'];
  const opening = { kind: 'OPENING_BALANCE', amount, ledger_transfer_id, written_by: 1 };
  run.book(['funding', 'settlement'], opening);
  run.evidence.books.checkpoints.push({
    ...{ customer_app_id: APP, currency: 'HKD', ledger_account: `settlement:${ACCOUNT}` },
    ...{ covers_before: 2, balance: amount + AMOUNT },
  });
}
