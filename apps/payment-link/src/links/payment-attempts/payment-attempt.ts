import {
  Aggregate,
  type BeforeFirstMove,
  DomainError,
  type MandateId,
  type PaymentAttemptId,
  plusMs,
  Schedule,
  UNHEARD_AFTER_MS,
} from '@towpath/kernel';
import type { AttemptFailure, AttemptRow, ShownCard } from './payment-attempt.table.js';
import { attemptMachine } from './payment-attempt.transitions.js';

/** The card as the payer submitted it; the token is empty once the outcome is known. */
export interface SubmittedCard extends ShownCard {
  readonly token: string;
}

type AttemptSnapshot = Omit<AttemptRow, 'card' | 'cardTokenSealed'> & {
  readonly card: SubmittedCard | null;
};

/**
 * Time for a confirmed mandate to leave `AUTHORIZING`, since the last question. It usually takes a
 * moment; after a dead process, mandate tries again every 10 seconds.
 */
export const AUTHORIZATION_LIFETIME_MS = 5 * 60_000;

const UNKNOWN = {
  gatewayReference: null,
  card: null,
  redirectUrl: null,
  failure: null,
  submittedAt: null,
  followUpAt: null,
  followUpsAsked: 0,
} as const;

export type AttemptTerms = Omit<
  BeforeFirstMove<AttemptSnapshot>,
  'createdAt' | 'updatedAt' | keyof typeof UNKNOWN
>;

/** One try of a payer. It changes only under the lock of its link. */
export class PaymentAttempt extends Aggregate<AttemptSnapshot, typeof attemptMachine> {
  readonly schedule = new Schedule(this.values);

  static select(terms: AttemptTerms, at: Date): PaymentAttempt {
    const values = { ...terms, ...UNKNOWN, createdAt: at, updatedAt: at };
    const attempt = new PaymentAttempt(attemptMachine, values);
    attempt.move('select', at);
    return attempt;
  }

  static restore(snapshot: AttemptSnapshot): PaymentAttempt {
    return new PaymentAttempt(attemptMachine, snapshot);
  }

  override get snapshot(): AttemptSnapshot {
    return { ...super.snapshot, ...this.schedule.followUps };
  }

  get id(): PaymentAttemptId {
    return this.values.attemptId;
  }

  /** Whether the payer types a card for it. */
  get takesNewCard(): boolean {
    return this.values.paymentMethodType === 'CARD' && this.values.savedMethodId === null;
  }

  /** The payer has the instructions for a transfer, and no other method is in progress. */
  get awaitsTransfer(): boolean {
    return this.values.paymentMethodType === 'MANUAL' && this.status === 'SELECTED';
  }

  get mandateId(): MandateId | null {
    return this.values.mandateId;
  }

  /** At a gateway or bank with an open outcome: neither expiry nor another attempt passes it by. */
  get isInFlight(): boolean {
    return this.status === 'AUTHORIZING' || this.isDecided;
  }

  /** Money may move, or the mandate become active: only the outcome ends the attempt. */
  get isDecided(): boolean {
    return this.status === 'CONFIRMED' || this.status === 'CAPTURING';
  }

  /** @param card null when a wallet pays */
  submit(card: SubmittedCard | null, at: Date): void {
    this.move('submit', at);
    this.set({ card, submittedAt: at });
    this.schedule.wake(at);
  }

  /** What the gateway is to confirm. The first ID stays, because it may be confirmed already. */
  prepare(gatewayReference: string): void {
    this.set({ gatewayReference: this.values.gatewayReference ?? gatewayReference });
  }

  /** The gateway asks the payer to visit its page before it decides. */
  sendPayerTo(redirectUrl: string | null): void {
    this.set({ redirectUrl });
  }

  /** Its mandate may become active. mandate gives up a mandate that does not do so in time. */
  confirm(at: Date): void {
    this.move('confirm', at);
    this.set({ submittedAt: at });
    this.schedule.makeDue(plusMs(at, AUTHORIZATION_LIFETIME_MS));
  }

  /** A repeated question: a process is still working on the mandate, so its deadline moves. */
  confirmAgain(at: Date): void {
    if (this.status !== 'CONFIRMED' || this.snapshot.followUpAt === null) return;
    this.schedule.makeDue(plusMs(at, AUTHORIZATION_LIFETIME_MS));
  }

  commit(at: Date): void {
    this.move('commit', at);
    this.set({ redirectUrl: null });
    this.schedule.wake(at);
  }

  /** The bank has accepted the mandate: the charge on it has a schedule of its own. */
  handOverToCharge(at: Date): void {
    this.commit(at);
    this.rest();
  }

  succeed(at: Date): void {
    this.move('succeed', at);
    this.rest();
  }

  /** The payer's bank transfer is there. */
  receive(at: Date): void {
    this.move('receive', at);
    this.set({ submittedAt: at });
    this.rest();
  }

  fail(failure: AttemptFailure, at: Date): void {
    this.move('fail', at);
    this.set({ failure });
    this.rest();
  }

  /** A gateway that may know the attempt is asked at once, to void its authorization. */
  cancel(reason: string, at: Date): void {
    const wasSent = this.isInFlight;
    this.move('cancel', at, reason);
    this.rest();
    if (wasSent) this.schedule.makeDue(at);
  }

  replace(at: Date): void {
    this.move('replace', at);
    this.rest();
  }

  correctToSucceeded(reason: string, at: Date): void {
    this.move('correctToSucceeded', at, reason);
    this.set({ failure: null });
    this.rest();
  }

  /** The service of its mandate completes it, and is asked if no event arrives. */
  awaitMandate(now: Date): void {
    this.rest();
    this.schedule.makeDue(plusMs(now, UNHEARD_AFTER_MS));
  }

  /** No more questions are necessary; the gateway's one-time token is deleted. */
  rest(): void {
    const { card } = this.values;
    this.set({ redirectUrl: null, card: card === null ? null : { ...card, token: '' } });
    this.schedule.rest();
  }
}

/**
 * The same answer for a mandate that ended, has no room left, is unknown, or belongs to another
 * payer.
 */
export function savedMandateEnded(): DomainError {
  return new DomainError(
    'INVALID_PAYMENT_METHOD_STATUS',
    'The saved mandate cannot be charged for this payment; choose another payment method.',
  );
}
