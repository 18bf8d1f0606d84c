import {
  askingNow,
  claimFollowUp,
  type CustomerAppId,
  type ErrorCode,
  type Id,
  Lifecycle,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentUserId,
  type PayoutId,
  type StateChange,
} from '@towpath/kernel';
import {
  refundMachine,
  type RefundCommand,
  type RefundEventName,
  type RefundState,
} from './refund.transitions.js';

export type RefundId = Id<'Refund'>;
type RefundChange = StateChange<RefundState, RefundCommand, RefundEventName>;

/** Data of the refunded payment at the start of the refund. */
export interface RefundTerms {
  readonly refundId: RefundId;
  readonly customerAppId: CustomerAppId;
  readonly paymentId: PaymentId;
  /** Only of money that a link did not take. */
  readonly attemptId: PaymentAttemptId | null;
  readonly paymentLinkId: PaymentLinkId | null;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly recipientAccountId: PaymentAccountId;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly reason: string;
}

/** The charge that a refund returns. */
export interface RefundedCharge {
  /** The gateway, for example `GW1`. */
  readonly integrationId: string;
  /** Ours and the gateway's name for the charge. */
  readonly reference: string;
  readonly appType: 'TEST' | 'LIVE';
}

export interface RefundFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

export interface RefundSnapshot extends RefundTerms {
  /**
   * `UNEXPECTED_MONEY`: a gateway took it, a link did not. `UNEXPECTED_TRANSFER`: of a bank transfer
   * that a link did not take. `REQUESTED`: by the customer app.
   */
  readonly kind: 'UNEXPECTED_MONEY' | 'UNEXPECTED_TRANSFER' | 'REQUESTED';
  /** Null for unexpected money, whose attempt has the charge, and for a refund by payout. */
  readonly charge: RefundedCharge | null;
  /** The payout that sends it; null if a gateway returns it. */
  readonly payoutId: PayoutId | null;
  readonly failure: RefundFailure | null;
  /** When to send it to the gateway again; null if it is decided, or if the attempt asks. */
  readonly followUpAt: Date | null;
  readonly followUpsAsked: number;
  readonly status: RefundState;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<RefundSnapshot, 'status' | 'sequence'>;
type Start = Pick<Values, 'kind' | 'charge' | 'payoutId' | 'followUpAt'>;

const NOBODY_TO_ASK = { charge: null, payoutId: null, followUpAt: null } as const;

/** Money of one payment that returns to the payer. */
export class Refund {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<RefundState, RefundCommand, RefundEventName>,
  ) {}

  /** Money that the gateway took although no link takes it. */
  static submit(terms: RefundTerms, at: Date): Refund {
    return Refund.start('submit', { ...terms, ...NOBODY_TO_ASK, kind: 'UNEXPECTED_MONEY' }, at);
  }

  /** A bank transfer, or its excess: the receiving bank returns it at once. */
  static sendBack(terms: RefundTerms, at: Date): Refund {
    const start: Start = { ...NOBODY_TO_ASK, kind: 'UNEXPECTED_TRANSFER' };
    const refund = Refund.start('submit', { ...terms, ...start }, at);
    refund.execute(at);
    return refund;
  }

  /**
   * The customer app requests it.
   *
   * @param start where the money was charged, and when to ask again
   */
  static request(
    terms: RefundTerms,
    start: { readonly charge: RefundedCharge; readonly followUpAt: Date },
    at: Date,
  ): Refund {
    const asked = { ...NOBODY_TO_ASK, ...start, kind: 'REQUESTED' } as const;
    return Refund.start('request', { ...terms, ...asked }, at);
  }

  /** The customer app asks for it, and a payout of ours sends it to the payer. */
  static requestByPayout(terms: RefundTerms, payoutId: PayoutId, at: Date): Refund {
    const sent = { ...NOBODY_TO_ASK, payoutId, kind: 'REQUESTED' } as const;
    return Refund.start('request', { ...terms, ...sent }, at);
  }

  private static start(command: RefundCommand, terms: RefundTerms & Start, at: Date): Refund {
    const lifecycle = new Lifecycle(refundMachine, null);
    lifecycle.move(command, at, terms.reason);
    const unknown = { failure: null, followUpsAsked: 0 };
    return new Refund({ ...terms, ...unknown, createdAt: at, updatedAt: at }, lifecycle);
  }

  static restore(snapshot: RefundSnapshot): Refund {
    const { status, sequence, ...values } = snapshot;
    return new Refund(values, new Lifecycle(refundMachine, { status, sequence }));
  }

  get snapshot(): RefundSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly RefundChange[] {
    return this.lifecycle.changes;
  }

  get status(): RefundState {
    return this.lifecycle.status;
  }

  /** The charge to ask the gateway about; null when nothing is left to ask. */
  get openCharge(): RefundedCharge | null {
    return this.status === 'SUBMITTED' ? this.values.charge : null;
  }

  execute(at: Date): void {
    this.lifecycle.move('execute', at);
    this.set({ updatedAt: at, followUpAt: null });
  }

  fail(at: Date, failure: RefundFailure): void {
    this.lifecycle.move('fail', at, failure.explanation);
    this.set({ updatedAt: at, followUpAt: null, failure });
  }

  /** The payout that had failed went through after all. */
  correctToExecuted(at: Date, reason: string): void {
    this.lifecycle.move('correctToExecuted', at, reason);
    this.set({ updatedAt: at, failure: null });
  }

  /** The caller asks; if the caller dies, the schedule asks. */
  askNow(now: Date): void {
    this.set(askingNow(now));
  }

  /** Takes the question that is due, so that no second worker asks it too; false without one. */
  claimFollowUp(now: Date): boolean {
    const next = claimFollowUp(this.values, now);
    if (next) this.set(next);
    return next !== null;
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
  }
}
