import {
  Lifecycle,
  type CustomerAppId,
  type Id,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentUserId,
  type StateChange,
} from '@towpath/kernel';
import {
  refundMachine,
  type RefundCommand,
  type RefundEventName,
  type RefundState,
} from './refund.transitions.js';

export type RefundId = Id<'Refund'>;
export type RefundChange = StateChange<RefundState, RefundCommand, RefundEventName>;

/** What is known of the refunded payment when the refund starts. */
export interface RefundTerms {
  readonly refundId: RefundId;
  readonly customerAppId: CustomerAppId;
  readonly paymentId: PaymentId;
  readonly attemptId: PaymentAttemptId;
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

export interface RefundSnapshot extends RefundTerms {
  readonly status: RefundState;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<RefundSnapshot, 'status' | 'sequence'>;

/** Money that the gateway took although no link takes it, on its way back to the payer. */
export class Refund {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<RefundState, RefundCommand, RefundEventName>,
  ) {}

  static submit(terms: RefundTerms, at: Date): Refund {
    const lifecycle = new Lifecycle(refundMachine, null);
    lifecycle.move('submit', at, terms.reason);
    return new Refund({ ...terms, createdAt: at, updatedAt: at }, lifecycle);
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

  execute(at: Date): void {
    this.lifecycle.move('execute', at);
    this.values = { ...this.values, updatedAt: at };
  }
}
