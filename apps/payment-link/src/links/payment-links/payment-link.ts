import {
  Aggregate,
  type BeforeFirstMove,
  DomainError,
  parseId,
  type PaymentLinkId,
} from '@towpath/kernel';
import {
  assertTakesCard,
  assertTakesDebit,
  hasDebitLeft,
} from '../payment-attempts/attempt-limits.js';
import type { PaymentAttempt, SubmittedCard } from '../payment-attempts/payment-attempt.js';
import type { AttemptFailure } from '../payment-attempts/payment-attempt.table.js';
import type { PaymentLinkSnapshot } from './payment-link.table.js';
import { paymentLinkMachine } from './payment-link.transitions.js';
import type { PaymentLinkTerms } from './payment-link-terms.js';

type AppType = 'TEST' | 'LIVE';

type Values = BeforeFirstMove<PaymentLinkSnapshot>;

const UNUSED = {
  openAttemptId: null,
  attemptInFlight: false,
  attempts: 0,
  cardAttempts: 0,
  debitAttempts: 0,
  autopayAnswered: false,
  version: 0,
};

/** What a new link has besides its terms. */
type PaymentLinkIdentity = Omit<
  Values,
  keyof PaymentLinkTerms | keyof typeof UNUSED | 'createdAt' | 'updatedAt'
>;

/** Succeeds at most once. All rules about what a link accepts are here, under the link's lock. */
export class PaymentLink extends Aggregate<PaymentLinkSnapshot, typeof paymentLinkMachine> {
  static create(identity: PaymentLinkIdentity, terms: PaymentLinkTerms, at: Date): PaymentLink {
    const values = { ...identity, ...terms, ...UNUSED, createdAt: at, updatedAt: at };
    const link = new PaymentLink(paymentLinkMachine, values);
    link.move('create', at);
    return link;
  }

  static restore(snapshot: PaymentLinkSnapshot): PaymentLink {
    return new PaymentLink(paymentLinkMachine, snapshot);
  }

  get id(): PaymentLinkId {
    return this.values.paymentLinkId;
  }

  get terms(): PaymentLinkTerms {
    return this.values;
  }

  /** Methods are kept for SETUP links and for PAYMENT links that ask for it. */
  get storesMethod(): boolean {
    return this.terms.mode === 'SETUP' || this.terms.setupOptions !== null;
  }

  /** Whether its page shows the autopay screen at all. */
  get asksForAutopay(): boolean {
    const configuration = this.terms.setupOptions?.autopay_enrollment_configuration;
    return configuration?.display_enrollment_screen ?? false;
  }

  get nextOrdinal(): number {
    return this.values.attempts + 1;
  }

  /** A link past its validity accepts nothing, even before the scheduler marks it. */
  assertAcceptsAttempts(now: Date): void {
    if (this.status !== 'CREATED') {
      throw notAccepting(`The payment link is ${this.status} and accepts no payment.`);
    }
    if (now >= this.values.expiresAt) {
      throw notAccepting('The payment link has expired and accepts no payment.');
    }
    if (this.values.attemptInFlight) {
      throw notAccepting('A payment of this link is being processed; wait for its outcome.');
    }
  }

  /** A link from before its app became live belongs to the test app: test and live never mix. */
  assertOfKind(appType: AppType): void {
    if (this.values.live === (appType === 'LIVE')) return;
    throw notAccepting('The payment link was made before the customer app changed its type.');
  }

  occupy(attempt: PaymentAttempt, now: Date): void {
    this.assertAcceptsAttempts(now);
    this.update({ openAttemptId: attempt.id, attempts: attempt.snapshot.ordinal }, now);
  }

  /**
   * Whether the mandate of the attempt may become active; false if the payer left it or the link
   * ended.
   */
  canConfirm(
    attempt: PaymentAttempt,
    { now, customerApp }: { readonly now: Date; readonly customerApp: { readonly type: AppType } },
  ): boolean {
    const { status, openAttemptId, attemptInFlight, expiresAt, live } = this.snapshot;
    if (status !== 'CREATED' || now >= expiresAt || attemptInFlight) return false;
    if (!hasDebitLeft(this.values)) return false;
    return openAttemptId === attempt.id && live === (customerApp.type === 'LIVE');
  }

  /**
   * Called before the payer starts the steps of a mandate, which could not be confirmed afterwards.
   */
  assertTakesDebit(): void {
    assertTakesDebit(this.values);
  }

  /**
   * The payer authorized the mandate of the attempt. From here on the link waits for it alone:
   * neither another method nor the end of the link can pass it by.
   */
  confirm(attempt: PaymentAttempt, now: Date): void {
    this.assertAcceptsAttempts(now);
    this.assertCurrent(attempt);
    assertTakesDebit(this.values);
    attempt.confirm(now);
    this.update({ attemptInFlight: true, debitAttempts: this.values.debitAttempts + 1 }, now);
  }

  submit(attempt: PaymentAttempt, card: SubmittedCard | null, now: Date): void {
    this.assertAcceptsAttempts(now);
    this.assertCurrent(attempt);
    if (card !== null) assertTakesCard(this.values);
    const cardAttempts = this.values.cardAttempts + (card === null ? 0 : 1);
    attempt.submit(card, now);
    this.update({ attemptInFlight: true, cardAttempts }, now);
  }

  answerAutopay(now: Date): void {
    if (this.status !== 'CREATED') {
      throw notAccepting(`The payment link is ${this.status} and takes no answer.`);
    }
    this.update({ autopayAnswered: true }, now);
  }

  /** Whether an authorized attempt may still be captured. Expiry waits for it, so it does not count. */
  accepts(attempt: PaymentAttempt): boolean {
    return this.status === 'CREATED' && this.values.openAttemptId === attempt.id;
  }

  succeed(attempt: PaymentAttempt, now: Date): void {
    this.assertCurrent(attempt);
    attempt.succeed(now);
    this.complete(now);
  }

  /** Whether a transfer that arrives now pays the link: its payer still waits for one, in time. */
  awaitsTransfer(attempt: PaymentAttempt, now: Date): boolean {
    return this.accepts(attempt) && attempt.awaitsTransfer && now < this.values.expiresAt;
  }

  receive(attempt: PaymentAttempt, now: Date): void {
    this.assertCurrent(attempt);
    attempt.receive(now);
    this.complete(now);
  }

  /** The place of a failed attempt may still be free; then money that is there after all pays it. */
  canCorrect(): boolean {
    return this.status === 'CREATED' && this.values.openAttemptId === null;
  }

  correctToSucceeded(attempt: PaymentAttempt, reason: string, now: Date): void {
    if (!this.canCorrect()) throw notAccepting('Another attempt has taken the link since.');
    attempt.correctToSucceeded(reason, now);
    this.update({ openAttemptId: attempt.id }, now);
    this.complete(now);
  }

  fail(attempt: PaymentAttempt, failure: AttemptFailure, now: Date): void {
    // the bank refused the payer before there was anything to confirm
    if (attempt.status === 'SELECTED') {
      this.update({ debitAttempts: this.values.debitAttempts + 1 }, now);
    }
    attempt.fail(failure, now);
    this.release(attempt, now);
  }

  /** Ends the attempt without an outcome: the payer left it, or its method was cancelled. */
  abandon(attempt: PaymentAttempt, reason: string, now: Date): void {
    attempt.cancel(reason, now);
    this.release(attempt, now);
  }

  replace(attempt: PaymentAttempt, now: Date): void {
    this.assertCurrent(attempt);
    attempt.replace(now);
    this.release(attempt, now);
    if (attempt.mandateId !== null) this.move('releaseMandate', now);
  }

  /**
   * @param open the attempt that occupies the link, if any
   * @returns the reason, for what ends with it
   */
  cancel(open: PaymentAttempt | null, now: Date): string {
    if (this.status === 'CREATED' && open?.isDecided) {
      throw notAccepting('The payment link cannot be cancelled: its payment is being processed.');
    }
    this.move('cancel', now);
    return this.close(open, 'the payment link was cancelled', now);
  }

  isDue(now: Date): boolean {
    return (
      this.status === 'CREATED' && !this.values.attemptInFlight && now >= this.values.expiresAt
    );
  }

  expire(open: PaymentAttempt | null, now: Date): string {
    if (this.status === 'CREATED' && !this.isDue(now)) {
      throw notAccepting('The payment link is still valid, or its payment is being processed.');
    }
    this.move('expire', now);
    return this.close(open, 'the payment link expired', now);
  }

  private complete(now: Date): void {
    this.move(this.terms.mode === 'PAYMENT' ? 'markPaid' : 'markSetupSucceeded', now);
    this.update({ attemptInFlight: false }, now);
  }

  private close(open: PaymentAttempt | null, reason: string, now: Date): string {
    if (open) this.abandon(open, reason, now);
    else this.update({}, now);
    return reason;
  }

  private release(attempt: PaymentAttempt, now: Date): void {
    if (this.values.openAttemptId !== attempt.id) return;
    this.update({ openAttemptId: null, attemptInFlight: false }, now);
  }

  private assertCurrent(attempt: PaymentAttempt): void {
    if (this.values.openAttemptId === attempt.id) return;
    throw notAccepting('This attempt is no longer the current one of the payment link.');
  }

  private update(values: Partial<Values>, updatedAt: Date): void {
    this.set({ ...values, updatedAt });
  }
}

function notAccepting(explanation: string): DomainError {
  return new DomainError('INVALID_PAYMENT_LINK_STATUS', explanation);
}

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
export function linkNotFound(): DomainError {
  return new DomainError('PAYMENT_LINK_NOT_FOUND', 'No payment link has this ID.');
}

export function parseLinkId(raw: string | undefined): PaymentLinkId {
  const id = parseId<PaymentLinkId>(raw);
  if (!id) throw linkNotFound();
  return id;
}
