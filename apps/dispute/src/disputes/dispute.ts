import { Lifecycle, type StateChange } from '@towpath/kernel';
import { nextDueAt } from './deadlines.js';
import type { DisputeReport } from './dispute-report.js';
import type { DisputeSnapshot } from './dispute.table.js';
import {
  disputeMachine,
  type DisputeCommand,
  type DisputeEventName,
  type DisputeState,
} from './dispute.transitions.js';
import { routeToLaterRound } from './route-to-status.js';

export type DisputeChange = StateChange<DisputeState, DisputeCommand, DisputeEventName>;

/** The fixed terms of a dispute, known at its arrival. */
type DisputeTerms = Pick<
  DisputeSnapshot,
  | 'disputeId'
  | 'customerAppId'
  | 'integrationId'
  | 'processorReference'
  | 'paymentId'
  | 'userId'
  | 'externalUserId'
  | 'paymentReference'
>;

/** The snapshot, without what follows from the rest. */
type Values = Omit<DisputeSnapshot, 'status' | 'sequence' | 'position' | 'dueAt'>;

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
    const { status, sequence, position, ...values } = snapshot;
    const stored = { sequence, position };
    return new Dispute(values, stored, new Lifecycle(disputeMachine, { status, sequence }));
  }

  get snapshot(): DisputeSnapshot {
    const { status, sequence } = this.lifecycle;
    const { position } = this.values.report;
    const snapshot = { ...this.values, status, sequence, position };
    return { ...snapshot, dueAt: nextDueAt(snapshot) };
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
