import {
  type FollowUps,
  Lifecycle,
  type PayoutId,
  Schedule,
  type StateChange,
} from '@towpath/kernel';
import type { RefundedCharge, RefundFacts, RefundSnapshot } from './refund.table.js';
import {
  refundMachine,
  type RefundCommand,
  type RefundEventName,
  type RefundState,
} from './refund.transitions.js';

type RefundChange = StateChange<RefundState, RefundCommand, RefundEventName>;
type Values = Omit<RefundSnapshot, 'status' | 'sequence' | keyof FollowUps>;

export type RefundFailure = NonNullable<RefundSnapshot['failure']>;

/** Data of the refunded payment at the start of the refund. */
export type RefundTerms = RefundFacts &
  Pick<
    RefundSnapshot,
    'refundId' | 'customerAppId' | 'paymentId' | 'attemptId' | 'amount' | 'currency' | 'reason'
  >;

/** The gateway's status of a requested refund. */
export const REFUND_GATEWAY_STATUSES = ['PENDING', 'REFUNDED', 'REFUSED'] as const;
type RefundGatewayStatus = (typeof REFUND_GATEWAY_STATUSES)[number];

/**
 * The next step for a refund.
 * - `REST`: decided; a later status changes nothing, and reconciliation lists the difference.
 * - `WAIT`: the gateway has not decided; send it again later.
 * - `EXECUTE`, `FAIL`: adopt the gateway's outcome.
 */
export type RefundStep = 'REST' | 'WAIT' | 'EXECUTE' | 'FAIL';

const STEPS = { PENDING: 'WAIT', REFUNDED: 'EXECUTE', REFUSED: 'FAIL' } as const;

export function refundStep(state: RefundState, gatewayStatus: RefundGatewayStatus): RefundStep {
  return state === 'SUBMITTED' ? STEPS[gatewayStatus] : 'REST';
}

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
    const start = { ...terms, ...NOBODY_TO_ASK, kind: 'UNEXPECTED_TRANSFER' } as const;
    const refund = Refund.start('submit', start, at);
    refund.execute(at);
    return refund;
  }

  /** The customer app requests it, and sends it to the gateway of the charge after the commit. */
  static request(terms: RefundTerms, charge: RefundedCharge, at: Date): Refund {
    const start = { ...terms, charge, payoutId: null, kind: 'REQUESTED' } as const;
    const refund = Refund.start('request', start, at);
    refund.schedule.wake(at);
    return refund;
  }

  /** The customer app asks for it, and a payout of ours sends it to the payer. */
  static requestByPayout(terms: RefundTerms, payoutId: PayoutId, at: Date): Refund {
    return Refund.start('request', { ...terms, charge: null, payoutId, kind: 'REQUESTED' }, at);
  }

  private static start(
    command: RefundCommand,
    terms: RefundTerms & Pick<Values, 'kind' | 'charge' | 'payoutId'>,
    at: Date,
  ): Refund {
    const lifecycle = new Lifecycle(refundMachine, null);
    lifecycle.move(command, at, terms.reason);
    const { paymentLinkId, userId, externalUserId, recipientAccountId, metadata, ...rest } = terms;
    const facts = { paymentLinkId, userId, externalUserId, recipientAccountId, metadata };
    const values = { ...rest, facts, failure: null, createdAt: at, updatedAt: at };
    return new Refund(values, lifecycle, new Schedule({ followUpAt: null, followUpsAsked: 0 }));
  }

  static restore({ status, sequence, ...values }: RefundSnapshot): Refund {
    const lifecycle = new Lifecycle(refundMachine, { status, sequence });
    return new Refund(values, lifecycle, new Schedule(values));
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
    this.values = { ...this.values, updatedAt: at };
    this.schedule.rest();
  }

  fail(at: Date, failure: RefundFailure): void {
    this.lifecycle.move('fail', at, failure.explanation);
    this.values = { ...this.values, updatedAt: at, failure };
    this.schedule.rest();
  }

  /** The payout that had failed went through after all. */
  correctToExecuted(at: Date, reason: string): void {
    this.lifecycle.move('correctToExecuted', at, reason);
    this.values = { ...this.values, updatedAt: at, failure: null };
  }
}
