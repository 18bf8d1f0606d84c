import { Aggregate, type PayoutId, Schedule, type Failure } from '@towpath/kernel';
import type { RefundedCharge, RefundFacts, RefundSnapshot } from './refund.table.js';
import { refundMachine, type RefundCommand, type RefundState } from './refund.transitions.js';

/** Data of the refunded payment at the start of the refund. */
export type RefundTerms = RefundFacts &
  Pick<
    RefundSnapshot,
    'refundId' | 'customerAppId' | 'paymentId' | 'attemptId' | 'amount' | 'currency' | 'reason'
  >;

/** The gateway's status of a requested refund. */
export const REFUND_GATEWAY_STATUSES = ['PENDING', 'REFUNDED', 'REFUSED', 'REVERSED'] as const;
type RefundGatewayStatus = (typeof REFUND_GATEWAY_STATUSES)[number];

/**
 * The next step for a refund.
 * - `REST`: decided; a later status changes nothing, and reconciliation lists the difference.
 * - `WAIT`: the gateway has not decided; send it again later.
 * - `EXECUTE`, `FAIL`: adopt the gateway's outcome.
 * - `REVERSE`: it failed after its success, which may not have been seen.
 */
export type RefundStep = 'REST' | 'WAIT' | 'EXECUTE' | 'FAIL' | 'REVERSE';

const STEPS = {
  PENDING: 'WAIT',
  REFUNDED: 'EXECUTE',
  REFUSED: 'FAIL',
  REVERSED: 'REVERSE',
} as const;

export function refundStep(state: RefundState, gatewayStatus: RefundGatewayStatus): RefundStep {
  if (state === 'SUBMITTED') return STEPS[gatewayStatus];
  return state === 'EXECUTED' && gatewayStatus === 'REVERSED' ? 'REVERSE' : 'REST';
}

const NOBODY_TO_ASK = { charge: null, payoutId: null } as const;

/** Money of one payment that returns to the payer. */
export class Refund extends Aggregate<RefundSnapshot, typeof refundMachine> {
  readonly schedule = new Schedule(this.values);

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
    terms: RefundTerms & Pick<RefundSnapshot, 'kind' | 'charge' | 'payoutId'>,
    at: Date,
  ): Refund {
    const { paymentLinkId, userId, externalUserId, recipientAccountId, metadata, ...others } =
      terms;
    const { atProcessor, byOperator, ...rest } = others;
    const known = { paymentLinkId, userId, externalUserId, recipientAccountId, metadata };
    const facts = {
      ...known,
      ...(atProcessor && { atProcessor }),
      ...(byOperator && { byOperator }),
    };
    const unknown = { failure: null, followUpAt: null, followUpsAsked: 0 };
    const values = { ...rest, ...unknown, facts, createdAt: at, updatedAt: at };
    const refund = new Refund(refundMachine, values);
    refund.move(command, at, terms.reason);
    return refund;
  }

  static restore(snapshot: RefundSnapshot): Refund {
    return new Refund(refundMachine, snapshot);
  }

  override get snapshot(): RefundSnapshot {
    return { ...super.snapshot, ...this.schedule.followUps };
  }

  /**
   * The call to the gateway of the charge; null when nothing is left to ask. An executed refund is
   * never sent again.
   */
  get call(): 'REFUND' | 'FIND' | null {
    if (this.values.charge === null) return null;
    if (this.status === 'EXECUTED') return 'FIND';
    return this.status === 'SUBMITTED' ? 'REFUND' : null;
  }

  execute(at: Date): void {
    this.move('execute', at);
    this.schedule.rest();
  }

  fail(at: Date, failure: Failure): void {
    this.move('fail', at, failure.explanation);
    this.set({ failure });
    this.schedule.rest();
  }

  /** The books have its success and its reversal, also when both were seen at once. */
  reverse(at: Date, failure: Failure): void {
    if (this.status === 'SUBMITTED') this.execute(at);
    this.move('reverse', at, failure.explanation);
    this.set({ failure });
    this.schedule.rest();
  }

  /** The payout that had failed went through after all. */
  correctToExecuted(at: Date, reason: string): void {
    this.move('correctToExecuted', at, reason);
    this.set({ failure: null });
  }
}
