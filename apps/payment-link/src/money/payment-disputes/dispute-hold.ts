import { Aggregate, assertUnreachable } from '@towpath/kernel';
import type { DisputeHoldSnapshot } from './dispute-hold.table.js';
import {
  disputeHoldMachine,
  routeToHold,
  type DisputeHoldCommand,
  type DisputeHoldState,
} from './dispute-hold.transitions.js';

type DisputeHoldTerms = Pick<
  DisputeHoldSnapshot,
  'disputeId' | 'customerAppId' | 'paymentId' | 'recipientAccountId' | 'currency'
>;

/** Minor units of the payment's currency. */
interface HeldMoney {
  readonly amount: number;
  readonly fee: number;
}

/** The claim of a dispute: minor units of its own currency; the fee is in that of the payment. */
interface DisputeClaim extends HeldMoney {
  readonly currency: string;
}

/** A payment without the dispute that asks. Minor units. */
export interface ContestedPayment {
  readonly currency: string;
  readonly paid: number;
  /** Returned by the bank, or refunded. */
  readonly givenBack: number;
  /** Held by other disputes of the payment. */
  readonly heldElsewhere: number;
  readonly settledElsewhere: number;
}

export interface DisputeStep {
  readonly to: DisputeHoldState;
  readonly asked: HeldMoney;
  /** Most that may return to the payer: the payment without earlier returns. */
  readonly left: number;
  /** The part of it that no other dispute holds. */
  readonly free: number;
  readonly at: Date;
}

/** Kinds of the ledger's transfers that a dispute makes. */
export type DisputeTransferKind =
  | 'DISPUTE_HOLD'
  | 'DISPUTE_FEE_HOLD'
  | 'DISPUTE_RELEASE'
  | 'DISPUTE_FEE_RELEASE'
  | 'DISPUTE_LOSS'
  | 'DISPUTE_FEE'
  | 'DISPUTE_LOSS_REVERSAL'
  | 'DISPUTE_FEE_REVERSAL';

export interface DisputePosting {
  readonly kind: DisputeTransferKind;
  readonly amount: number;
}

const NOTHING: HeldMoney = { amount: 0, fee: 0 };

/** The money of one dispute, in our books. */
export class DisputeHold extends Aggregate<DisputeHoldSnapshot, typeof disputeHoldMachine> {
  static start(terms: DisputeHoldTerms, at: Date): DisputeHold {
    const values = { ...terms, asked: 0, ...NOTHING, createdAt: at, updatedAt: at };
    return new DisputeHold(disputeHoldMachine, values);
  }

  static restore(snapshot: DisputeHoldSnapshot): DisputeHold {
    return new DisputeHold(disputeHoldMachine, snapshot);
  }

  /** Moves the money to the state that the dispute requires. Returns the ledger entries. */
  follow(step: DisputeStep): readonly DisputePosting[] {
    const from = this.hasBegun ? this.status : null;
    this.set({ asked: step.asked.amount, updatedAt: step.at });
    const stays = from === step.to || (from === 'HELD' && step.to === 'SETTLED');
    const raised = stays ? this.raise(step.free, step.at) : [];
    const postings = routeToHold(from, step.to).flatMap((command) => {
      this.move(command, step.at);
      return this.post(command, step);
    });
    return [...raised, ...postings.filter(({ amount }) => amount > 0)];
  }

  /**
   * Takes what is missing of the disputed amount. Returns the ledger entries.
   *
   * @param free what no other dispute has taken, minor units
   */
  raise(free: number, at: Date): readonly DisputePosting[] {
    const { asked, amount } = this.values;
    const missing = Math.min(asked, free) - amount;
    if (this.status === 'RELEASED' || missing <= 0) return [];
    this.set({ amount: amount + missing, updatedAt: at });
    const held = { kind: 'DISPUTE_HOLD', amount: missing } as const;
    const isLost = this.status === 'SETTLED';
    return isLost ? [held, { kind: 'DISPUTE_LOSS', amount: missing }] : [held];
  }

  private post(command: DisputeHoldCommand, { asked, left, free }: DisputeStep): DisputePosting[] {
    const { amount, fee } = this.values;
    switch (command) {
      case 'hold': {
        const money = { amount: Math.max(0, Math.min(asked.amount, free)), fee: asked.fee };
        return this.keep(money, [
          { kind: 'DISPUTE_HOLD', amount: money.amount },
          { kind: 'DISPUTE_FEE_HOLD', amount: money.fee },
        ]);
      }
      case 'release':
        return this.keep(NOTHING, [
          { kind: 'DISPUTE_RELEASE', amount },
          { kind: 'DISPUTE_FEE_RELEASE', amount: fee },
        ]);
      case 'settle': {
        const lost = Math.max(0, Math.min(amount, left));
        return this.keep({ amount: lost, fee }, [
          { kind: 'DISPUTE_LOSS', amount: lost },
          { kind: 'DISPUTE_RELEASE', amount: amount - lost },
          { kind: 'DISPUTE_FEE', amount: fee },
        ]);
      }
      case 'reverse':
        return this.keep(NOTHING, [
          { kind: 'DISPUTE_LOSS_REVERSAL', amount },
          { kind: 'DISPUTE_FEE_REVERSAL', amount: fee },
        ]);
      default:
        return assertUnreachable(command);
    }
  }

  private keep(money: HeldMoney, postings: DisputePosting[]): DisputePosting[] {
    this.set(money);
    return postings;
  }
}

/**
 * Most that a dispute may take. In another currency it claims the whole payment, because no rate is
 * known; but nothing where it claims nothing, as an inquiry does.
 */
export function limitsOf(
  claim: DisputeClaim,
  money: ContestedPayment,
): Pick<DisputeStep, 'asked' | 'left' | 'free'> {
  const isKnown = claim.currency === money.currency || claim.amount === 0;
  const amount = isKnown ? claim.amount : money.paid;
  const left = money.paid - money.givenBack - money.settledElsewhere;
  return { asked: { amount, fee: claim.fee }, left, free: left - money.heldElsewhere };
}
