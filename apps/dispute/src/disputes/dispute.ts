import {
  Lifecycle,
  type CustomerAppId,
  type DisputeId,
  type PaymentId,
  type StateChange,
} from '@towpath/kernel';
import type { DisputeReport } from './dispute-report.js';
import {
  disputeMachine,
  type DisputeCommand,
  type DisputeEventName,
  type DisputeState,
} from './dispute.transitions.js';
import { routeToLaterRound } from './route-to-status.js';

export type DisputeChange = StateChange<DisputeState, DisputeCommand, DisputeEventName>;

/** The fixed terms of a dispute, known at its arrival. */
interface DisputeTerms {
  readonly disputeId: DisputeId;
  readonly customerAppId: CustomerAppId;
  readonly integrationId: string;
  /** The processor's ID of the dispute. */
  readonly processorReference: string;
  readonly paymentId: PaymentId;
  readonly userId: string;
  readonly externalUserId: string;
  /** The customer app's own reference of the payment. */
  readonly paymentReference: string | null;
}

export interface DisputeSnapshot extends DisputeTerms {
  readonly status: DisputeState;
  /** The latest report of the processor. */
  readonly report: DisputeReport;
  /** The fewest days of a reminder in this round so far; null before the first. */
  readonly remindedDays: number | null;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Values = Omit<DisputeSnapshot, 'status' | 'sequence'>;

/** A payment that a card holder contests, as far as we and its processor know. */
export class Dispute {
  private constructor(
    private values: Values,
    /** Version of the row that it was loaded from; null for a new dispute. */
    readonly stored: { readonly sequence: number; readonly position: number } | null,
    private readonly lifecycle: Lifecycle<DisputeState, DisputeCommand, DisputeEventName>,
  ) {}

  /** Opens a dispute with its first report, which may be any: earlier events must have happened. */
  static open(terms: DisputeTerms, report: DisputeReport, at: Date): Dispute {
    const lifecycle = new Lifecycle(disputeMachine, null);
    lifecycle.move(openingOf(report), at);
    const dates = { createdAt: at, updatedAt: at };
    const first = { ...report, round: 1 };
    const values = { ...terms, report: first, remindedDays: null, ...dates };
    const dispute = new Dispute(values, null, lifecycle);
    dispute.follow(report, at);
    return dispute;
  }

  static restore(snapshot: DisputeSnapshot): Dispute {
    const { status, sequence, ...values } = snapshot;
    const stored = { sequence, position: values.report.position };
    return new Dispute(values, stored, new Lifecycle(disputeMachine, { status, sequence }));
  }

  get snapshot(): DisputeSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly DisputeChange[] {
    return this.lifecycle.changes;
  }

  get status(): DisputeState {
    return this.lifecycle.status;
  }

  /** Throws `INVALID_DISPUTE_STATUS` when the command is none of the present status. */
  assertCan(command: DisputeCommand): void {
    disputeMachine.move(this.status, command);
  }

  /** Returns false for a report that is not newer than the last one. */
  hear(report: DisputeReport, at: Date): boolean {
    if (report.position <= this.values.report.position) return false;
    this.follow(report, at);
    return true;
  }

  /** The deadline has passed and no evidence is being sent. */
  lapse(at: Date): void {
    this.lifecycle.move('lapse', at, 'the deadline has passed');
    this.values = { ...this.values, updatedAt: at };
  }

  remind(daysLeft: number, at: Date): void {
    const left = daysLeft === 1 ? '1 day is left' : `${daysLeft} days are left`;
    this.lifecycle.move('remind', at, left);
    this.values = { ...this.values, remindedDays: daysLeft, updatedAt: at };
  }

  private follow(report: DisputeReport, at: Date): void {
    const rounds = Math.max(0, report.round - this.values.report.round);
    const route = routeToLaterRound(this.status, { to: report.status, rounds });
    for (const [index, command] of route.entries()) {
      const isInferred = index < route.length - 1;
      const told = `the processor reports ${report.eventName}`;
      this.lifecycle.move(command, at, isInferred ? `${told}: this came before it` : told);
    }
    const remindedDays = rounds > 0 ? null : this.values.remindedDays;
    this.values = { ...this.values, report, remindedDays, updatedAt: at };
  }
}

function openingOf({ isAutoDefended, isDefendable, round }: DisputeReport): DisputeCommand {
  if (isAutoDefended) return 'openAutoDefended';
  // a later round only begins after a defence
  return isDefendable || round > 1 ? 'open' : 'openUndefendable';
}
