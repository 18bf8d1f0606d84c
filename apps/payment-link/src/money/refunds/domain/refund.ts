import {
  type CustomerAppId,
  type ErrorCode,
  type FollowUps,
  type Id,
  Lifecycle,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentUserId,
  type PayoutId,
  Schedule,
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

/** It is sent to the gateway again when it is due, unless the attempt asks. */
export interface RefundSnapshot extends RefundTerms, FollowUps {
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
  readonly status: RefundState;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<RefundSnapshot, 'status' | 'sequence' | keyof FollowUps>;
type Start = Pick<Values, 'kind' | 'charge' | 'payoutId'>;

const NOBODY_TO_ASK = { charge: null, payoutId: null } as const;

/** Money of one payment that returns to the payer. */
export class Refund {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<RefundState, RefundCommand, RefundEventName>,
    readonly schedule: Schedule,
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

  /** The customer app requests it, and sends it to the gateway of the charge after the commit. */
  static request(terms: RefundTerms, charge: RefundedCharge, at: Date): Refund {
    const start = { charge, payoutId: null, kind: 'REQUESTED' } as const;
    const refund = Refund.start('request', { ...terms, ...start }, at);
    refund.schedule.wake(at);
    return refund;
  }

  /** The customer app asks for it, and a payout of ours sends it to the payer. */
  static requestByPayout(terms: RefundTerms, payoutId: PayoutId, at: Date): Refund {
    const sent = { ...NOBODY_TO_ASK, payoutId, kind: 'REQUESTED' } as const;
    return Refund.start('request', { ...terms, ...sent }, at);
  }

  private static start(command: RefundCommand, terms: RefundTerms & Start, at: Date): Refund {
    const lifecycle = new Lifecycle(refundMachine, null);
    lifecycle.move(command, at, terms.reason);
    const values = { ...terms, failure: null, createdAt: at, updatedAt: at };
    return new Refund(values, lifecycle, new Schedule({ followUpAt: null, followUpsAsked: 0 }));
  }

  static restore(snapshot: RefundSnapshot): Refund {
    const { status, sequence, ...values } = snapshot;
    const lifecycle = new Lifecycle(refundMachine, { status, sequence });
    return new Refund(values, lifecycle, new Schedule(snapshot));
  }

  get snapshot(): RefundSnapshot {
    const { status, sequence } = this.lifecycle;
    return { ...this.values, ...this.schedule.followUps, status, sequence };
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
    this.set({ updatedAt: at });
    this.schedule.rest();
  }

  fail(at: Date, failure: RefundFailure): void {
    this.lifecycle.move('fail', at, failure.explanation);
    this.set({ updatedAt: at, failure });
    this.schedule.rest();
  }

  /** The payout that had failed went through after all. */
  correctToExecuted(at: Date, reason: string): void {
    this.lifecycle.move('correctToExecuted', at, reason);
    this.set({ updatedAt: at, failure: null });
  }

  private set(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
  }
}
